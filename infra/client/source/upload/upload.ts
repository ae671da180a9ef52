import type { Call } from '../request.ts';
import type { ClientOptions, Send } from '../send.ts';
import type { Row } from '../table.ts';
import { deliver, type SendOptions, type UploadForm } from './direct.ts';
import { namedFile, type FileInput } from './file.ts';

/** What a request may carry; larger files go straight to the bucket. */
const MAX_REQUEST_FILE_BYTES = 4_000_000;

/** Sends a file to the bucket, by the route that gives forms. @returns its `upload_id`, to be claimed within a day */
export async function sendFile(
  { send, row, client }: { send: Send; row: Row; client: ClientOptions },
  input: FileInput,
  options: SendOptions,
): Promise<number> {
  const file = namedFile(input);
  const body = { filename: file.name, content_type: file.type, size: file.content.size };
  const { body: form } = await send(row, { body, signal: options.signal });
  if (!isUploadForm(form)) throw new TypeError('The service gave no form to upload with');
  await deliver(form, file, options, client);
  return form.upload_id;
}

function isUploadForm(form: unknown): form is UploadForm {
  return (
    typeof form === 'object' && form !== null && 'upload_id' in form && 'url' in form && 'fields' in form
  );
}

export interface UploadCall extends SendOptions {
  body?: object;
  idempotencyKey?: string | null | undefined;
}

/** Makes a record of a file: in one request where it fits, else by way of the bucket. */
export async function upload(
  { create, sendFile: sendLarge }: { create: (call: Call) => Promise<unknown>; sendFile: SendFile },
  input: FileInput,
  { body, onProgress, ...options }: UploadCall,
): Promise<unknown> {
  const { signal } = options;
  const total = namedFile(input).content.size;
  if (total > MAX_REQUEST_FILE_BYTES) {
    const upload_id = await sendLarge(input, { onProgress, signal });
    return await create({ ...options, body: { ...body, upload_id } });
  }
  // How far a request is nobody tells that works in browsers and in Node.js; one of 4 MB soon is.
  onProgress?.({ loaded: 0, total });
  const made = await create({ ...options, body: { ...body, file: [input] } });
  onProgress?.({ loaded: total, total });
  return made;
}

export type SendFile = (file: FileInput, options?: SendOptions) => Promise<number>;
