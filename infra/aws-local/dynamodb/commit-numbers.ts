import { existsSync } from 'node:fs';
import * as v from 'valibot';
import { toReason } from '../../core/command.ts';
import { readChecked, readOrSetAside, writeChecked } from '../checked-file.ts';
import type { Level, LevelChange } from './dynalite/dynalite.ts';
import { isSealed, unseal } from './storage/checksums.ts';

/** The name of the file. */
export const COMMITS_FILE = 'commits';
const KEY = 'commit';
/** How long the file may lag behind the database. */
const LAG_MS = 1000;

const Noted = v.object({ commit: v.number(), isSynced: v.boolean() });

/**
 * Numbers the batches of the journal. Each batch writes its number in the database; a file, which LevelDB leaves alone, notes it at most a
 * second later, and at the stop. A database with a lower number than the file has lost its last batches. A loss before the last batch is found
 * by the sequence numbers of LevelDB (leveldb/check-folder.ts).
 */
export class CommitNumbers {
  readonly #file: string;
  readonly #isSynced: boolean;
  #next: number;
  #written: number;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param isSynced whether answers wait for the disk
   * @throws Error when the database lacks batches that were on the disk
   */
  constructor(db: Level, file: string, isSynced: boolean) {
    this.#file = file;
    this.#isSynced = isSynced;
    this.#written = Number(db.getSync(KEY)?.toString() ?? 0);
    this.#next = this.#written + 1;
    checkNoted(file, this.#written);
    this.#tryNote();
  }

  /** The change by which the next batch writes its number. */
  toChange(): LevelChange {
    return { type: 'put', key: KEY, value: Buffer.from(String(this.#next)) };
  }

  /** Called when the batch with the next number is written. */
  advance(): void {
    this.#written = this.#next++;
    this.#timer ??= setTimeout(() => this.#tryNote(), LAG_MS).unref();
  }

  /** On a full disk the file goes on to lag behind. */
  #tryNote(): void {
    try {
      this.close();
    } catch (error) {
      console.error(`${this.#file}: ${toReason(error)}`);
    }
  }

  /** Notes the last number. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    writeChecked(this.#file, { commit: this.#written, isSynced: this.#isSynced }, this.#isSynced);
  }
}

/** @throws Error when batches that were on the disk are missing; those that a power cut may lose are only reported */
function checkNoted(file: string, written: number): void {
  const noted = readNoted(file);
  if (!noted || noted.commit <= written) return;
  const message = `DATA_DIR: the database lacks its last ${noted.commit - written} commits, up to number ${noted.commit} in ${file}.`;
  if (noted.isSynced)
    throw new Error(`${message} Restore a backup, or go on without them: npm run verify -- --repair.`);
  console.error(
    `${message} Without SYNC_WRITES=yes, a power cut loses the last writes; otherwise restore a backup.`,
  );
}

/** How many of the last commits a database lacks. @param db without checksums */
export function readMissingCommits(db: Level, file: string): number {
  const stored = db.getSync(KEY);
  const written = stored && isSealed(KEY, stored) ? Number(unseal(KEY, stored).toString()) : 0;
  return Math.max((readNoted(file)?.commit ?? 0) - written, 0);
}

function readNoted(file: string): v.InferOutput<typeof Noted> | undefined {
  if (!existsSync(file)) return undefined;
  return readOrSetAside(
    file,
    () => v.parse(Noted, readChecked(file)),
    'Commits that the database may lack are not noticed this time: npm run verify compares the records.',
  );
}
