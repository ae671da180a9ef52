import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../../shared/platform/core/clock.ts';
import { ApiError } from '../../shared/platform/core/errors.ts';
import { toReason } from '../core/command.ts';

const PROBE_INTERVAL_MS = 1000;
/** More than LevelDB writes when it is opened again: the changes of its log, which has at most 8 MB. */
const PROBE_BYTES = 16 * 1024 * 1024;
/** What callers are told, because an error names files of this machine. */
const FAULTS = new Map([
  ['ENOSPC', 'no space is left'],
  ['EDQUOT', 'the quota is used up'],
  ['EIO', 'it fails'],
  ['EROFS', 'it is read-only'],
]);
const OTHER_FAULT = 'its folder cannot be used';
/** LevelDB's errors have these texts of the C library instead of codes. */
const MESSAGES: [RegExp, string][] = [
  [/No space left/i, 'ENOSPC'],
  [/quota exceeded/i, 'EDQUOT'],
  [/Input\/output error/i, 'EIO'],
  [/Read-only file system/i, 'EROFS'],
];

/** 503: the disk of the data folder cannot be written. */
export class DiskUnavailable extends ApiError {
  constructor(fault: string) {
    const headers = { 'retry-after': '5' };
    super(503, 'unavailable', `The disk of this machine cannot be written: ${fault}`, { headers });
  }
}

/** Whether an error says that the disk is full or failing. */
export function isDiskFault(error: unknown): error is Error {
  return error instanceof Error && FAULTS.has(toCode(error));
}

function toCode(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return FAULTS.has(code) ? code : (MESSAGES.find(([text]) => text.test(error.message))?.[1] ?? code);
}

function describeFault(error: unknown): string {
  const known = error instanceof Error ? FAULTS.get(toCode(error)) : undefined;
  return known ?? OTHER_FAULT;
}

/**
 * The disk of the data folder. After a failed write, it is probed each second until a probe is written. Until then writes are refused, and
 * reads go on.
 */
export class Disk {
  readonly #dir: string;
  readonly #recoveries: (() => Promise<void>)[] = [];
  readonly #closing = new AbortController();
  #fault: string | undefined;
  #recovering: Promise<void> = Promise.resolve();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Why the disk cannot be written, without a path of this machine; undefined when it can. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** @param recover called when the disk can be written again; it is repeated when it fails */
  onRecovery(recover: () => Promise<void>): void {
    this.#recoveries.push(recover);
  }

  /** Notes that a write failed, and begins to probe. Errors that say nothing of the disk are not noted. */
  note(error: unknown): void {
    if (!isDiskFault(error) || this.#fault !== undefined) return;
    this.#fault = describeFault(error);
    console.error(
      `DATA_DIR: ${this.#dir} cannot be written: ${toReason(error)}. Writes are refused until it can: free some space, or repair or ` +
        'replace the disk.',
    );
    this.#recovering = this.#recover().catch(() => undefined);
  }

  /** Free space in bytes. */
  async readFreeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#dir);
    return bavail * bsize;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#recovering;
  }

  async #recover(): Promise<void> {
    for (;;) {
      await sleep(PROBE_INTERVAL_MS, this.#closing.signal);
      try {
        await this.#probe();
        for (const recover of this.#recoveries) await recover();
        break;
      } catch (error) {
        this.#fault = describeFault(error);
      }
    }
    this.#fault = undefined;
    console.error(`DATA_DIR: ${this.#dir} can be written again.`);
  }

  /** Writes a file and removes it. */
  async #probe(): Promise<void> {
    const file = join(this.#dir, `.probe-${process.pid}`);
    try {
      const handle = await open(file, 'w');
      try {
        await handle.writeFile(Buffer.alloc(PROBE_BYTES));
        await handle.sync();
      } finally {
        await handle.close();
      }
    } finally {
      await rm(file, { force: true });
    }
  }
}
