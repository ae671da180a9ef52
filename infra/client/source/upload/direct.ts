import { ConnectionError } from '../errors.ts';
import { encodeForm } from '../form.ts';
import { apiError } from '../refusals.ts';
import { withRetries, type RetryOptions } from '../retry.ts';
import type { Fetch } from '../send.ts';
import type { NamedFile } from '../file.ts';
import { sendByFetch, type Delivery, type Progress } from './transport.ts';
import { sendByXhr } from './xhr.ts';

/** The used fields of POST /uploads' answer. */
export interface UploadForm {
  upload_id: number;
  url: string;
  fields: Readonly<Record<string, string>>;
}

export interface SendOptions {
  /** Called during the upload, again from the beginning after a failed attempt. */
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** As for a call: for an hour, the same key gives the same upload. */
  idempotencyKey?: string | null | undefined;
}

/** Uploads a file to the bucket. Until it is claimed, a repeated upload replaces it. */
export async function uploadToBucket(
  { url, fields }: UploadForm,
  file: NamedFile,
  { onProgress, signal }: SendOptions,
  { retry = {}, fetch: send = fetch }: { retry?: RetryOptions | undefined; fetch?: Fetch | undefined },
): Promise<void> {
  const form = encodeForm(Object.entries(fields), [file]);
  const total = file.content.size;
  // Progress also counts fields and boundaries, nearly all of which precede the file.
  const around = form.content.size - total;
  const onSent =
    onProgress && ((bytes: number) => onProgress({ loaded: Math.max(0, bytes - around), total }));
  const transport = sendByXhr() ?? sendByFetch(send);
  const once = async (): Promise<void> => {
    const { status, text } = await transport(url, form, { onSent, signal }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new ConnectionError(`No answer from ${new URL(url).origin}`, { cause });
    });
    if (status < 200 || status > 299) throw toRefusal({ status, text });
  };
  await withRetries(once, retry, { isRepeatable: true, signal });
}

/** Reads the reason from S3's XML. */
function toRefusal({ status, text }: Delivery) {
  return apiError({
    status,
    code: 'upload_refused',
    messages: [/<Message>([^<]*)</.exec(text)?.[1] ?? 'The file was refused'],
  });
}
