import { Conflict, TooLarge, UpstreamFailed } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { guardedFetch } from '../../platform/http/guarded/client.ts';
import type { FilePart } from '../../platform/http/multipart.ts';
import { decodeIfValid } from '../../platform/text/percent.ts';
import { openUpload, type Upload } from '../uploads/claim.ts';

/** A picture from any source, before it is stored. */
export interface Source {
  bytes: Buffer;
  filename: string;
  /** The sender's declaration; the content decides. */
  contentType?: string;
  url: string | null;
  upload: Upload | null;
}

const MAX_FETCHED_BYTES = 50_000_000;
const FETCH_MS = 15_000;
const MAX_NAME_LENGTH = 255;

export function fromPart({ bytes, filename, contentType }: FilePart): Source {
  return {
    bytes,
    filename: filename.slice(-MAX_NAME_LENGTH),
    ...(contentType !== null && { contentType }),
    url: null,
    upload: null,
  };
}

/** @throws InvalidInput (unknown upload), Conflict (not arrived, claimed already) */
export async function fromUpload(id: number, caller: Caller): Promise<Source> {
  const upload = await openUpload(id, caller);
  const { filename, content_type: contentType, size } = upload.record;
  if (upload.size !== size) throw new Conflict('upload_id: the file has not arrived completely');
  return { bytes: await upload.read(), filename, contentType, url: null, upload };
}

/**
 * Fetches a picture. Its extension and declared type are ignored, because hosts serve other formats than the address says.
 * @throws UrlNotAllowed, UpstreamFailed, UpstreamTimeout, TooLarge
 */
export async function fromUrl(url: string): Promise<Source> {
  const { status, body, truncated } = await guardedFetch(url, {
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
    maxBytes: MAX_FETCHED_BYTES,
    timeoutMs: FETCH_MS,
  });
  if (status < 200 || status > 299)
    throw new UpstreamFailed('image_url: the address does not return a picture');
  if (truncated) throw new TooLarge('image_url: the picture must have at most 50 MB');
  return { bytes: body, filename: nameIn(url), url, upload: null };
}

/** The last part of the path without its extension, which the content decides. */
function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').findLast(part => part !== '') ?? '';
  return decodeIfValid(last)
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .slice(0, MAX_NAME_LENGTH);
}
