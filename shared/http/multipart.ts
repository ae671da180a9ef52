import { isUtf8 } from 'node:buffer';
import busboy from 'busboy';
import * as v from 'valibot';
import { InvalidInput, MalformedMultipart, TooLarge } from '../core/errors.ts';
import { bodyBytes, jsonBody } from './body.ts';
import type { HttpEvent } from './event.ts';

/** A file as sent. */
export interface FilePart {
  /** As the client names it, without folders; "" when it names none. */
  filename: string;
  /** What the client says it is; null when it doesn't. */
  contentType: string | null;
  bytes: Buffer;
}

export const FilePart = v.custom<FilePart>(
  value => typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes),
  'must be a file part',
);

/** "An image or document over 4 MB through the API" is refused; MB are decimal (decisions, Responses). */
export const MAX_FILE_BYTES = 4_000_000;
export const MAX_FILES = 10;
const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 64 * 1024;

export function fileTooLarge(): TooLarge {
  return new TooLarge('file: must have at most 4 MB; larger ones go through POST /api/1.3/uploads');
}

export function isMultipart(event: HttpEvent): boolean {
  return /^multipart\/form-data\b/i.test(event.headers['content-type'] ?? '');
}

/**
 * The body of an endpoint that takes files: a form becomes `{…text fields, file: FilePart[]}`, anything else is JSON.
 * Only parts named `file` are files: some clients give every part a file name, and their texts are texts all the same.
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
    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) reject(new InvalidInput(`${name}: must have at most 64 KiB`));
      fields.set(name, value);
    });
    parser.on('file', (name, stream, info) => {
      const chunks: Buffer[] = [];
      stream.on('limit', () => reject(fileTooLarge()));
      // A form that was refused is read on, and the errors of its files have no other listener.
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
    parser.on('close', () => resolve({ ...Object.fromEntries(fields), file: files }));
    parser.end(body);
  });
}

function tooManyFiles(): InvalidInput {
  return new InvalidInput(`file: must be at most ${MAX_FILES} files`);
}

/** A part that can't be a text stays a file, which no field but `file` takes. */
function textOrFile(part: FilePart): string | FilePart {
  return part.bytes.length <= MAX_FIELD_BYTES && isUtf8(part.bytes) ? part.bytes.toString() : part;
}

/** What a part without a type counts as (RFC 7578), and what clients send that don't know. */
const UNTOLD = new Set(['text/plain', 'application/octet-stream']);

/** Busboy has taken the folders off; of a part without a file name it says undefined, whatever its types say. */
function filePart(
  chunks: readonly Buffer[],
  info: Omit<busboy.FileInfo, 'filename'> & { filename?: string | undefined },
): FilePart {
  return {
    filename: info.filename ?? '',
    contentType: UNTOLD.has(info.mimeType.toLowerCase()) ? null : info.mimeType.toLowerCase(),
    bytes: Buffer.concat(chunks),
  };
}

function parserFor(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: {
        // One more, so that a file of exactly the limit passes.
        fileSize: MAX_FILE_BYTES + 1,
        files: MAX_FILES + MAX_FIELDS,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    });
  } catch (cause) {
    throw new MalformedMultipart({ cause });
  }
}
