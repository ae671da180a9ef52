import type { Api } from '../api/api.ts';
import { ok } from './posts.ts';

interface Form {
  url: string;
  fields: Record<string, string>;
}

/** Sends a file with the form that POST /uploads returned, as a browser does. */
export async function sendUpload({ url, fields }: Form, bytes: Uint8Array): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([bytes]));
  return await fetch(url, { method: 'POST', body: form });
}

/** Uploads a file that no record claims yet. @returns its upload_id */
export async function arrived(
  api: Api,
  bytes: Uint8Array,
  { filename, content_type, key }: { filename: string; content_type: string; key?: string },
): Promise<number> {
  const body = { filename, content_type, size: bytes.length };
  const form = await ok(api.post('/uploads', body, key === undefined ? {} : { key }));
  const sent = await sendUpload(form, bytes);
  if (!sent.ok) throw new Error(`the upload was refused: ${sent.status} ${await sent.text()}`);
  return form.upload_id;
}
