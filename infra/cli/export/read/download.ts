import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryDelay } from '../../../client/backoff.ts';
import { mediaFile } from '../format/lines.ts';
import type { Described } from '../format/manifest.ts';
import type { Download } from './media.ts';

const MOST_ATTEMPTS = 6;
const TIMEOUT_MS = 120_000;

/**
 * Downloads files of the CDN into a folder. No key is ever used for another file, so one that is there is not downloaded again: an
 * export that was broken off goes on.
 */
export class Downloads {
  readonly files = new Map<string, Described>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  fetch = async (key: string, url: string): Promise<Download> => {
    const name = mediaFile(key);
    const path = join(this.#folder, name);
    const bytes = (await readFile(path).catch(() => undefined)) ?? (await this.#save(path, url));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.files.set(name, { bytes: bytes.length, sha256 });
    return { bytes };
  };

  async #save(path: string, url: string): Promise<Buffer> {
    const bytes = await download(url);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, bytes);
    await rename(`${path}.part`, path);
    return bytes;
  }
}

async function download(url: string): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    const { bytes, status, retryAfter } = await tryOnce(url);
    if (bytes) return bytes;
    const passing = status === undefined || status === 429 || status >= 500;
    if (!passing || attempt === MOST_ATTEMPTS)
      throw new Error(`${url} can't be downloaded: ${status ?? 'no answer'}`);
    await sleep(retryDelay(attempt, retryAfter ?? null));
  }
}

async function tryOnce(url: string): Promise<{
  bytes?: Buffer;
  status?: number;
  retryAfter?: string | null;
}> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return { status: response.status, retryAfter: response.headers.get('retry-after') };
    return { bytes: Buffer.from(await response.arrayBuffer()) };
  } catch {
    return {};
  }
}
