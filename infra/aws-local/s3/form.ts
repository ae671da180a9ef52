import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { QUOTAS } from '../quotas.ts';
import { S3Error } from './errors.ts';

/** A browser form up to its file, which is not read yet; field names are in lower case. */
export interface Form {
  fields: Map<string, string>;
  filename: string;
  file: Readable;
}

const MAX_FIELDS_BYTES = QUOTAS.formFieldsBytes.max;

function malformed() {
  return new S3Error(
    'MalformedPOSTRequest',
    'The body of your POST request is not well-formed multipart/form-data.',
  );
}

function tooMuch() {
  return new S3Error(
    'MaxPostPreDataLengthExceeded',
    'Your POST request fields preceding the upload file were too large.',
    { MaxPostPreDataLengthBytes: MAX_FIELDS_BYTES },
  );
}

function noFile() {
  return new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.', {
    ArgumentName: 'file',
  });
}

function parserFor(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: { fieldSize: MAX_FIELDS_BYTES, files: 1 },
    });
  } catch {
    throw malformed();
  }
}

/** Reads the fields before the file; S3 ignores everything after it. */
export async function readForm(body: Readable, contentType = ''): Promise<Form> {
  if (!contentType.startsWith('multipart/form-data')) {
    throw new S3Error('PreconditionFailed', 'Bucket POST must be of the enclosure-type multipart/form-data');
  }
  const parser = parserFor(contentType);
  const fields = new Map<string, string>();
  let bytes = 0;
  const form = new Promise<Form>((resolve, reject) => {
    parser.on('field', (name, value, { valueTruncated }) => {
      bytes += name.length + Buffer.byteLength(value);
      if (valueTruncated || bytes > MAX_FIELDS_BYTES) reject(tooMuch());
      fields.set(name.toLowerCase(), value);
    });
    parser.on('file', (name, file, { filename = '' }) => {
      // After a failed parse nothing listens for errors of the file.
      file.on('error', () => undefined);
      if (name.toLowerCase() === 'file') resolve({ fields: new Map(fields), file, filename });
      else reject(noFile());
    });
    parser.on('close', () => reject(noFile()));
    parser.on('error', () => reject(malformed()));
  });
  body.once('error', (error: Error) => parser.destroy(error));
  body.pipe(parser);
  return form.catch((error: unknown) => {
    body.unpipe(parser);
    parser.destroy();
    throw error;
  });
}
