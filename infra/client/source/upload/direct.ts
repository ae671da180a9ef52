import { ConnectionError } from '../errors.ts';
import { encodeForm } from '../form.ts';
import { apiError } from '../refusals.ts';
import { retrying, type RetryOptions } from '../retry.ts';
import type { NamedFile } from './file.ts';
import { sendByFetch, type Delivery, type Fetch, type Progress } from './transport.ts';
import { sendByXhr } from './xhr.ts';

/** What POST /uploads answers, as far as it is used here. */
export interface UploadForm {
  upload_id: number;
  url: string;
  fields: Readonly<Record<string, string>>;
}

export interface SendOptions {
  /** Called as the file goes out, and from the beginning again when an attempt failed. */
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends a file straight to the bucket. Until it is claimed it may be sent again: the later takes the place of the earlier. */
export async function deliver(
  { url, fields }: UploadForm,
  file: NamedFile,
  { onProgress, signal }: SendOptions,
  { retry = {}, fetch: send = fetch }: { retry?: RetryOptions | undefined; fetch?: Fetch | undefined },
): Promise<void> {
  const form = encodeForm(Object.entries(fields), [file]);
  const total = file.content.size;
  // Fields and boundaries are sent too, nearly all of them before the file.
  const around = form.content.size - total;
  const onSent =
    onProgress && ((bytes: number) => onProgress({ loaded: Math.max(0, bytes - around), total }));
  const transport = sendByXhr() ?? sendByFetch(send);
  const once = async (): Promise<void> => {
    const { status, text } = await transport(url, form, { onSent, signal }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new ConnectionError(`No answer from ${new URL(url).origin}`, { cause });
    });
    if (status < 200 || status > 299) throw refusalOf({ status, text });
  };
  await retrying(once, retry, { isRepeatable: true, signal });
}

/** S3 says why in XML. */
function refusalOf({ status, text }: Delivery) {
  return apiError({
    status,
    code: 'upload_refused',
    messages: [/<Message>([^<]*)</.exec(text)?.[1] ?? 'The file was refused'],
  });
}
