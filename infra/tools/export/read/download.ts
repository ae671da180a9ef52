import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ApiError, ConnectionError } from '../../../client/source/index.ts';
import { withRetries } from '../../../client/source/retry.ts';
import { mediaFile } from '../format/lines.ts';
import type { Described } from '../format/manifest.ts';
import type { Download } from './media.ts';

const TIMEOUT_MS = 120_000;

/** A rate limit may require waiting for minutes, repeatedly. */
export const RETRY = { attempts: 12, forMs: 600_000 };

/**
 * Downloads files of the CDN into a folder. A key is never reused for another file, so existing files are skipped: this continues
 * an interrupted export.
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

/** Downloads with the same retries as the client of the API. */
function download(url: string): Promise<Buffer> {
  return withRetries(() => downloadOnce(url), RETRY, { isRepeatable: true, signal: undefined });
}

async function downloadOnce(url: string): Promise<Buffer> {
  const unanswered = (cause: unknown): never => {
    throw new ConnectionError(`${url} can't be downloaded: no answer`, { cause });
  };
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(unanswered);
  const { ok, status } = response;
  const messages = [`${url} can't be downloaded`];
  if (!ok) throw new ApiError({ status, code: 'unexpected_answer', messages });
  return Buffer.from(await response.arrayBuffer().catch(unanswered));
}
