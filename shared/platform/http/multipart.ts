import { isUtf8 } from 'node:buffer';
import busboy from 'busboy';
import * as v from 'valibot';
import { InvalidInput, MalformedMultipart, TooLarge } from '../core/errors.ts';
import { countFields } from '../text/form-parts.ts';
import { MAX_FILE_BYTES } from '../values/file-bytes.ts';
import { bodyBytes, jsonBody } from './body.ts';
import { plainName, type HttpEvent } from './event.ts';

/** A file of a multipart form. */
export interface FilePart {
  /** The client's file name without folders; empty when it sends none. */
  filename: string;
  /** The type that the client declares; null when it declares none. */
  contentType: string | null;
  bytes: Buffer;
}

export const FilePart = v.custom<FilePart>(
  value => typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes),
  'must be a file part',
);

export const MAX_FILES = 10;
const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 64 * 1024;
const NOT_A_PART =
  'The content-disposition of a part of the form is not valid; a quotation mark in a file name is sent as %22';

export function fileTooLarge(): TooLarge {
  return new TooLarge('file: must have at most 4 MB; larger ones go through POST /api/1.3/uploads');
}

export function isMultipart(event: HttpEvent): boolean {
  return /^multipart\/form-data\b/i.test(event.headers['content-type'] ?? '');
}

/**
 * Parses the body of an endpoint that accepts files: a form becomes `{…text fields, file: FilePart[]}`, anything else is JSON. Only parts
 * named `file` (or `file[]`) are files, because some clients send a file name with every part.
 * @throws MalformedMultipart, MalformedJson, TooLarge, InvalidInput
 */
export async function multipartOrJson(event: HttpEvent): Promise<unknown> {
  if (!isMultipart(event)) return jsonBody(event);
  return await parseForm(bodyBytes(event), event.headers['content-type'] ?? '');
}

function parseForm(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string | FilePart>();
    const files: FilePart[] = [];
    const parser = parserFor(contentType);
    // Busboy leaves out parts whose content-disposition it cannot read.
    let unread = countFields(body, contentType);
    parser.on('field', (sent, value, { valueTruncated }) => {
      unread -= 1;
      const name = toPlainName(sent);
      if (valueTruncated) reject(new InvalidInput(`${name}: must have at most 64 KiB`));
      fields.set(name, value);
    });
    parser.on('file', (sent, stream, info) => {
      unread -= 1;
      const name = toPlainName(sent);
      const chunks: Buffer[] = [];
      stream.on('limit', () => reject(fileTooLarge()));
      // After a rejection the parser still reads the rest, so errors of its files need a listener.
      stream.on('error', () => undefined);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const part = filePart(chunks, info);
        if (name !== 'file') fields.set(name, textOrFile(part));
        else if (files.push(part) > MAX_FILES) reject(tooManyFiles());
        if (fields.size > MAX_FIELDS) reject(new MalformedMultipart());
      });
    });
    parser.on('filesLimit', () => reject(tooManyFiles()));
    parser.on('fieldsLimit', () => reject(new MalformedMultipart()));
    parser.on('error', cause => reject(new MalformedMultipart({ cause })));
    parser.on('close', () => {
      if (unread > 0) reject(new MalformedMultipart({ message: NOT_A_PART }));
      else resolve({ ...Object.fromEntries(fields), file: files });
    });
    parser.end(body);
  });
}

/** Busboy passes undefined for a part without a name, although its type doesn't say so. */
function toPlainName(sent: string | undefined): string {
  return plainName(sent ?? '');
}

function tooManyFiles(): InvalidInput {
  return new InvalidInput(`file: must be at most ${MAX_FILES} files`);
}

/** Decodes a part as text; one that is too long or not UTF-8 stays a file, which the field's schema rejects. */
function textOrFile(part: FilePart): string | FilePart {
  return part.bytes.length <= MAX_FIELD_BYTES && isUtf8(part.bytes) ? part.bytes.toString() : part;
}

/** The default type of a part (RFC 7578), and the one that clients send when they know none. */
const UNSPECIFIC_TYPES = new Set(['text/plain', 'application/octet-stream']);

/**
 * Busboy removes folders from file names. Without a file name it passes undefined, although its type doesn't say so. Browsers, curl and
 * Node.js send a quotation mark as %22. Line breaks, which they send as %0D and %0A, no name has, but some have such a text.
 */
function filePart(
  chunks: readonly Buffer[],
  info: Omit<busboy.FileInfo, 'filename'> & { filename?: string | undefined },
): FilePart {
  return {
    filename: (info.filename ?? '').replaceAll('%22', '"'),
    contentType: UNSPECIFIC_TYPES.has(info.mimeType.toLowerCase()) ? null : info.mimeType.toLowerCase(),
    bytes: Buffer.concat(chunks),
  };
}

function parserFor(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: {
        // Busboy reports a limit when it is reached, so one more byte lets a file or field of exactly the limit pass.
        fileSize: MAX_FILE_BYTES + 1,
        files: MAX_FILES + MAX_FIELDS,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES + 1,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    });
  } catch (cause) {
    throw new MalformedMultipart({ cause });
  }
}
