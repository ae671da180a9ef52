import { createHash } from 'node:crypto';
import { ApiError, ConnectionError } from '../../../client/source/index.ts';
import { withRetries } from '../../../client/source/retry.ts';
import { UrlNotAllowed } from '../../../../shared/platform/core/errors.ts';
import { MissingObject } from '../../../../shared/platform/files/missing-object.ts';
import { guardedFetch } from '../../../../shared/platform/http/guarded/client.ts';
import { isMissing, type Folder } from '../../../core/folder.ts';
import { MAX_FILE_BYTES, mediaFile } from '../format/lines.ts';
import type { Described } from '../format/manifest.ts';
import type { Fetch } from './media.ts';

const TIMEOUT_MS = 120_000;

/** The names of this machine: a service on it may name its files by another one than that it was asked by. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** S3's statuses for an object that is not there: the second one to callers who may not list the bucket. */
const LOST = new Set([404, 403]);

/** A rate limit may require waiting for minutes, repeatedly. */
export const RETRY = { attempts: 12, forMs: 600_000 };

/**
 * Gets files of the media bucket into a folder. A key is never reused for another file, so existing files are skipped: this continues
 * an interrupted export.
 */
export class Downloads {
  readonly files = new Map<string, Described>();
  readonly #folder: Folder;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  fetch: Fetch = async (key, load) => {
    const name = mediaFile(key);
    const bytes = (await this.#existing(name)) ?? (await this.#save(name, load));
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

  async #save(name: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const bytes = await load();
    await this.#folder.write(name, bytes);
    return bytes;
  }
}

/**
 * Downloads files with the same retries as the client of the API.
 * @param service the address of the service, the only one that files may come from although it is not public
 */
export function downloadFrom(service: string): (url: string) => Promise<Buffer> {
  const { protocol, hostname, port } = new URL(service);
  const hosts = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname];
  const allow = new Set(hosts.map(host => `${host}:${port || (protocol === 'https:' ? '443' : '80')}`));
  return url => withRetries(() => downloadOnce(url, allow), RETRY, { isRepeatable: true, signal: undefined });
}

async function downloadOnce(url: string, allow: ReadonlySet<string>): Promise<Buffer> {
  const fault = `${url} can't be downloaded`;
  const request = { maxBytes: MAX_FILE_BYTES, timeoutMs: TIMEOUT_MS };
  const { status, body, truncated } = await guardedFetch(url, request, { allow }).catch((cause: unknown) => {
    if (cause instanceof UrlNotAllowed) throw new Error(`${fault}: its host is not public`, { cause });
    throw new ConnectionError(`${fault}: no answer`, { cause });
  });
  if (LOST.has(status)) throw new MissingObject(`${fault}: ${status}. Restore a backup of it.`);
  if (status !== 200) throw new ApiError({ status, code: 'unexpected_answer', messages: [fault] });
  if (truncated) throw new Error(`${fault}: it has more than ${MAX_FILE_BYTES} bytes`);
  return body;
}
