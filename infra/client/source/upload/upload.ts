import type { Call } from '../request.ts';
import type { ClientOptions, Send } from '../send.ts';
import type { Row } from '../table.ts';
import { uploadToBucket, type SendOptions, type UploadForm } from './direct.ts';
import { namedFile, type FileInput } from '../file.ts';

/** The size limit of a file in a request; larger files go directly to the bucket. */
export const MAX_REQUEST_FILE_BYTES = 4_000_000;

/** Uploads a file to the bucket with a form of the service. @returns its `upload_id`, to be claimed within a day */
export async function sendFile(
  { send, row, client }: { send: Send; row: Row; client: ClientOptions },
  input: FileInput,
  options: SendOptions,
): Promise<number> {
  const file = namedFile(input);
  const body = { filename: file.name, content_type: file.type, size: file.content.size };
  const { signal, idempotencyKey } = options;
  const { body: form } = await send(row, { body, signal, idempotencyKey });
  if (!isUploadForm(form)) throw new TypeError('The service returned no upload form');
  await uploadToBucket(form, file, options, client);
  return form.upload_id;
}

function isUploadForm(form: unknown): form is UploadForm {
  return (
    typeof form === 'object' && form !== null && 'upload_id' in form && 'url' in form && 'fields' in form
  );
}

export interface UploadCall extends SendOptions {
  body?: object;
}

/** Creates a record from a file: in one request if it fits, otherwise through the bucket. */
export async function upload(
  { create, sendFile: sendLarge }: { create: (call: Call) => Promise<unknown>; sendFile: SendFile },
  input: FileInput,
  { body, onProgress, ...options }: UploadCall,
): Promise<unknown> {
  const total = namedFile(input).content.size;
  if (total > MAX_REQUEST_FILE_BYTES) {
    const upload_id = await sendLarge(input, { ...options, onProgress });
    return await create({ ...options, body: { ...body, upload_id } });
  }
  // No portable upload progress exists for fetch; report 0 and 100 %.
  onProgress?.({ loaded: 0, total });
  const made = await create({ ...options, body: { ...body, file: [input] } });
  onProgress?.({ loaded: total, total });
  return made;
}

export type SendFile = (file: FileInput, options?: SendOptions) => Promise<number>;
