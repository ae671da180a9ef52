import contentDisposition from 'content-disposition';
import * as v from 'valibot';
import { InvalidInput } from '../../platform/core/errors.ts';
import { id } from '../../platform/values/fields.ts';
import { bodyBytes } from '../../platform/http/body.ts';
import { boundedList } from '../../platform/values/bounds.ts';
import { MAX_FILE_BYTES } from '../../platform/values/file-bytes.ts';
import type { HttpEvent } from '../../platform/http/event.ts';
import {
  FilePart,
  fileTooLarge,
  isMultipart,
  MAX_FILES,
  multipartOrJson,
} from '../../platform/http/multipart.ts';

const fields = { file: v.optional(boundedList(FilePart, MAX_FILES), []), upload_id: v.nullish(id) };
type Sent = v.InferOutput<v.ObjectSchema<typeof fields, undefined>>;

function isOneSource({ file, upload_id }: Sent): boolean {
  return file.length > 0 !== (typeof upload_id === 'number');
}

export const DocumentCreateInput = v.pipe(
  v.object(fields),
  v.check(isOneSource, 'file: send file parts or upload_id, and only one of them'),
);
export type DocumentCreateInput = v.InferOutput<typeof DocumentCreateInput>;

/** An edit replaces exactly one file. */
export const DocumentEditInput = v.pipe(
  v.object(fields),
  v.check(
    sent => isOneSource(sent) && sent.file.length <= 1,
    'file: send the content of one file, or upload_id, and only one of them',
  ),
);
export type DocumentEditInput = v.InferOutput<typeof DocumentEditInput>;

const MAX_REFERENCE_LENGTH = 100;
const Reference = v.strictObject({ upload_id: v.unknown() });

/**
 * The body of an edit: a form with a file, JSON that consists of an upload_id, or the file itself, optionally with its name in a
 * Content-Disposition header. @throws TooLarge, InvalidInput, MalformedMultipart
 */
export async function fileOrUpload(event: HttpEvent): Promise<unknown> {
  if (isMultipart(event)) return await multipartOrJson(event);
  const bytes = bodyBytes(event);
  if (bytes.length > MAX_FILE_BYTES) throw fileTooLarge();
  const filename = nameIn(event.headers['content-disposition']);
  if (filename === '' && bytes.length <= MAX_REFERENCE_LENGTH) {
    const reference = v.safeParse(v.pipe(v.string(), v.parseJson(), Reference), bytes.toString());
    if (reference.success) return reference.output;
  }
  return { file: [{ filename, contentType: event.headers['content-type'] ?? null, bytes }] };
}

function nameIn(header: string | undefined): string {
  if (header === undefined) return '';
  try {
    return contentDisposition.parse(header).parameters.filename ?? '';
  } catch (cause) {
    throw new InvalidInput('content-disposition: is not valid', { cause });
  }
}
