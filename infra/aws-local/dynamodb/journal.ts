import type { CommitNumbers } from './commit-numbers.ts';
import type { Level, LevelChange, LevelSnapshot } from './dynalite/dynalite.ts';
import { unavailable } from './errors.ts';

/** Values by key; `undefined` deletes the key. */
type Changes = Map<string, Buffer | undefined>;

function toBatch(changes: Changes): LevelChange[] {
  return Array.from(changes, ([key, value]) =>
    value === undefined ? { type: 'del', key } : { type: 'put', key, value },
  );
}

/**
 * The only writer of the database. Each write command runs synchronously to its end, so commands are serial without locks. Their
 * changes are collected and written to LevelDB as one batch, while the next commands collect theirs (group commit).
 *
 * Invariants: the changes of one command are in one batch, batches are written one after the other, and no answer leaves before
 * `committed()`. Therefore a killed process leaves whole commands, and all that were answered.
 */
export class Journal {
  readonly #db: Level;
  readonly #sync: boolean;
  readonly #numbers: CommitNumbers | undefined;
  readonly #onFailure: ((error: unknown) => void) | undefined;
  #staged: Changes | undefined;
  #gathered: Changes = new Map();
  #writing: Changes = new Map();
  #write = Promise.resolve();
  #nextWrite: Promise<void> | undefined;
  #snapshot: LevelSnapshot | undefined;
  /** Why the last batch could not be written; commands fail until `recover()`. */
  #failure: Error | undefined;

  /**
   * @param sync whether an answer also waits until its changes are on the disk, where they survive a power cut
   * @param numbers numbers the batches, on a disk
   * @param onFailure called when a batch could not be written
   */
  constructor(db: Level, sync = false, numbers?: CommitNumbers, onFailure?: (error: unknown) => void) {
    this.#db = db;
    this.#sync = sync;
    this.#numbers = numbers;
    this.#onFailure = onFailure;
  }

  /** Runs synchronous `work`. Its changes are committed together, or dropped when it throws. */
  atomically<T>(work: () => T): T {
    if (this.#failure) throw this.#failure;
    const staged: Changes = new Map();
    this.#staged = staged;
    try {
      const result = work();
      for (const [key, value] of staged) this.#gathered.set(key, value);
      return result;
    } finally {
      this.#staged = undefined;
    }
  }

  /** Runs synchronous reads, which all see the same committed state. */
  async consistently<T>(reads: () => T): Promise<T> {
    const snapshot = this.#db.snapshot();
    this.#snapshot = snapshot;
    try {
      return reads();
    } finally {
      this.#snapshot = undefined;
      await snapshot.close();
    }
  }

  /** Write commands see uncommitted changes of earlier ones; other readers see only committed state. */
  get(key: string): Buffer | undefined {
    if (this.#staged) {
      for (const changes of [this.#staged, this.#gathered, this.#writing]) {
        if (changes.has(key)) return changes.get(key);
      }
    }
    return this.#db.getSync(key, this.#snapshot && { snapshot: this.#snapshot });
  }

  set(key: string, value: Buffer | undefined): void {
    (this.#staged ?? this.#gathered).set(key, value);
  }

  /** Resolves when all changes so far are written to the operating system or, with `sync`, to the disk. */
  committed(): Promise<void> {
    if (this.#gathered.size === 0) return this.#nextWrite ?? this.#write;
    this.#nextWrite ??= this.#write.then(() => this.#writeGathered());
    return this.#nextWrite;
  }

  /** Forgets the changes that were not written, none of which was answered. The database was closed and opened since the failure. */
  recover(): void {
    this.#gathered = new Map();
    this.#writing = new Map();
    this.#write = Promise.resolve();
    this.#nextWrite = undefined;
    this.#failure = undefined;
  }

  // A failed batch is not retried. `#write` stays rejected and all later writes fail, because they depend on lost changes, and
  // because LevelDB would append to a log that ends within a record.
  #writeGathered(): Promise<void> {
    this.#writing = this.#gathered;
    this.#gathered = new Map();
    this.#nextWrite = undefined;
    this.#write = this.#writeBatch(toBatch(this.#writing));
    return this.#write;
  }

  async #writeBatch(changes: LevelChange[]): Promise<void> {
    if (this.#numbers) changes.push(this.#numbers.toChange());
    try {
      await this.#db.write(changes, { sync: this.#sync });
    } catch (error) {
      this.#failure = unavailable(error);
      this.#onFailure?.(error);
      throw this.#failure;
    }
    this.#writing = new Map();
    this.#numbers?.advance();
  }
}
