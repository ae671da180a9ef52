import type { Level, LevelSnapshot } from './dynalite.ts';

/** Key to JSON text; `undefined` deletes the key. */
type Changes = Map<string, string | undefined>;

const encoding = { valueEncoding: 'utf8' } as const;

function toBatch(changes: Changes) {
  return Array.from(changes, ([key, value]) =>
    value === undefined
      ? { type: 'del' as const, key, ...encoding }
      : { type: 'put' as const, key, value, ...encoding },
  );
}

/**
 * The one place that writes. Every write command runs to its end synchronously, so commands are serial without locks; what
 * they changed is gathered and goes to LevelDB as one batch while the next commands gather theirs (group commit).
 *
 * What must stay true: one command's changes are never split over two batches, batches are written one after the other, and
 * no answer leaves before `committed()`; so a kill leaves whole commands, and all that were answered.
 */
export class Journal {
  readonly #db: Level;
  #staged: Changes | undefined;
  #gathered: Changes = new Map();
  #writing: Changes = new Map();
  #write = Promise.resolve();
  #nextWrite: Promise<void> | undefined;
  #snapshot: LevelSnapshot | undefined;

  constructor(db: Level) {
    this.#db = db;
  }

  /** Runs synchronous `work`; what it set is committed together, or forgotten if it throws. */
  atomically<T>(work: () => T): T {
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

  /** Runs synchronous reads that all see the same committed state. */
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

  /** A write command sees what earlier ones decided; any other reader only what no crash can take back. */
  get(key: string): string | undefined {
    if (this.#staged) {
      for (const changes of [this.#staged, this.#gathered, this.#writing]) {
        if (changes.has(key)) return changes.get(key);
      }
    }
    return this.#db.getSync(key, this.#snapshot ? { ...encoding, snapshot: this.#snapshot } : encoding);
  }

  set(key: string, value: string | undefined): void {
    (this.#staged ?? this.#gathered).set(key, value);
  }

  /** Resolves when everything gathered so far has reached the operating system. */
  committed(): Promise<void> {
    if (this.#gathered.size === 0) return this.#nextWrite ?? this.#write;
    this.#nextWrite ??= this.#write.then(() => this.#writeGathered());
    return this.#nextWrite;
  }

  // A failed batch is never retried: `#write` stays rejected and all later writes fail with it, since they were decided on
  // changes that were lost.
  #writeGathered(): Promise<void> {
    this.#writing = this.#gathered;
    this.#gathered = new Map();
    this.#nextWrite = undefined;
    this.#write = this.#db.batch(toBatch(this.#writing)).then(() => {
      this.#writing = new Map();
    });
    return this.#write;
  }
}
