import { createHash } from 'node:crypto';
import { ApiError, ConnectionError } from '../../../client/source/index.ts';
import { withRetries } from '../../../client/source/retry.ts';
import { UrlNotAllowed } from '../../../../shared/platform/core/errors.ts';
import { MissingObject } from '../../../../shared/platform/files/missing-object.ts';
import { guardedFetch } from '../../../../shared/platform/http/guarded/client.ts';
import { isMissing, type Folder } from '../../../core/folder.ts';
import { MAX_FILE_BYTES, mediaFile } from '../format/lines.ts';
import type { Described } from '../format/manifest.ts';
import type { Fetch, Load } from './media.ts';

const TIMEOUT_MS = 120_000;

/** The names of this machine: a service on it may name its files by another one than that it was asked by. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * S3's statuses for an object that is not there, the second one to callers who may not list the bucket, and that of the service on one machine
 * for a damaged one.
 */
const LOST = new Set([404, 403, 500]);

const NOT_MODIFIED = 304;

/** A rate limit may require waiting for minutes, repeatedly. */
export const RETRY = { attempts: 12, forMs: 600_000 };

/**
 * Gets files of the media bucket into a folder. To continue an interrupted export, files that are there are kept, unless they are cut or
 * changed.
 */
export class Downloads {
  readonly files = new Map<string, Described>();
  readonly #folder: Folder;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  fetch: Fetch = async (key, load) => {
    const name = mediaFile(key);
    const held = await this.#existing(name);
    const bytes = await load(held);
    if (bytes !== held) await this.#folder.write(name, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.files.set(name, { bytes: bytes.length, sha256 });
    return { bytes };
  };

  #existing(name: string): Promise<Buffer | undefined> {
    return this.#folder.read(name, MAX_FILE_BYTES).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  }
}

/** S3's ETag of a file that was stored at once and without a key of KMS. One of another kind differs, so that the file is loaded again. */
export function toEtag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/**
 * Downloads files with the same retries as the client of the API.
 * @param service the address of the service, the only one that files may come from although it is not public
 */
export function downloadFrom(service: string): (url: string) => Load {
  const { protocol, hostname, port } = new URL(service);
  const hosts = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname];
  const allow = new Set(hosts.map(host => `${host}:${port || (protocol === 'https:' ? '443' : '80')}`));
  return url => held =>
    withRetries(() => downloadOnce(url, { allow, held }), RETRY, { isRepeatable: true, signal: undefined });
}

interface DownloadOptions {
  allow: ReadonlySet<string>;
  held: Buffer | undefined;
}

/** Another server may fail for a moment. */
function adviseOn(status: number): string {
  return status === 500 ? 'If that lasts, restore a backup of it.' : 'Restore a backup of it.';
}

async function downloadOnce(url: string, { allow, held }: DownloadOptions): Promise<Buffer> {
  const fault = `${url} can't be downloaded`;
  const request = {
    maxBytes: MAX_FILE_BYTES,
    timeoutMs: TIMEOUT_MS,
    ...(held && { headers: { 'if-none-match': toEtag(held) } }),
  };
  const { status, body, truncated } = await guardedFetch(url, request, { allow }).catch((cause: unknown) => {
    if (cause instanceof UrlNotAllowed) throw new Error(`${fault}: its host is not public`, { cause });
    throw new ConnectionError(`${fault}: no answer`, { cause });
  });
  if (held && status === NOT_MODIFIED) return held;
  if (LOST.has(status)) throw new MissingObject(`${fault}: ${status}. ${adviseOn(status)}`);
  if (status !== 200) throw new ApiError({ status, code: 'unexpected_answer', messages: [fault] });
  if (truncated) throw new Error(`${fault}: it has more than ${MAX_FILE_BYTES} bytes`);
  return body;
}
