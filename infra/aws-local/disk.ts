import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../../shared/platform/core/clock.ts';
import { ApiError } from '../../shared/platform/core/errors.ts';
import { toReason } from '../core/command.ts';
import { findSystemError } from '../core/system-error.ts';

const PROBE_INTERVAL_MS = 1000;
/** More than LevelDB writes when it is opened again: the changes of its log, which has at most 8 MB. */
const PROBE_BYTES = 16 * 1024 * 1024;
/** Callers are told `reason`, because an error names files of this machine. */
const FAULTS = [
  { codes: ['ENOSPC'], message: /No space left/i, reason: 'no space is left' },
  { codes: ['EDQUOT'], message: /quota exceeded/i, reason: 'the quota is used up' },
  { codes: ['EIO'], message: /Input\/output error/i, reason: 'it fails' },
  { codes: ['EROFS'], message: /Read-only file system/i, reason: 'it is read-only' },
];
const OTHER_REASON = 'its folder cannot be used';

/** 503: the disk of the data folder cannot be written. */
export class DiskUnavailable extends ApiError {
  constructor(fault: string) {
    const headers = { 'retry-after': '5' };
    super(503, 'unavailable', `The disk of this machine cannot be written: ${fault}`, { headers });
  }
}

/** Whether an error says that the disk is full or failing. */
export function isDiskFault(error: unknown): error is Error {
  return findReason(error) !== undefined;
}

function findReason(error: unknown): string | undefined {
  return findSystemError(FAULTS, error)?.reason;
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
    const reason = findReason(error);
    if (reason === undefined || this.#fault !== undefined) return;
    this.#fault = reason;
    console.error(
      `DATA_DIR: ${this.#dir} cannot be written: ${toReason(error)}. Writes are refused until it can: free some space, or repair or ` +
        'replace the disk.',
    );
    this.#recovering = this.#recover().catch(() => undefined);
  }

  /** Free space in bytes, and the fault also of a folder that is not there, such as one that was moved. */
  async readState(): Promise<{ freeBytes: number; fault: string | null }> {
    try {
      const { bavail, bsize } = await statfs(this.#dir);
      return { freeBytes: bavail * bsize, fault: this.#fault ?? null };
    } catch {
      return { freeBytes: 0, fault: this.#fault ?? OTHER_REASON };
    }
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
        this.#fault = findReason(error) ?? OTHER_REASON;
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
