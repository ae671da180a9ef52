/** What was written into a story in one tab and isn't saved by the service yet. */
export interface Entry {
  /** The story: `post-12`, or `new-…` of one that the service doesn't know yet. */
  story: string;
  tab: string;
  /** The author who wrote it. */
  author: number;
  /** When, in milliseconds. */
  at: number;
  headline: string;
  /** The headline with which the service was asked to create the story; it may have done so. */
  begun?: string;
  fields: Readonly<Record<string, unknown>>;
  /** The lists from which those among the fields began: to merge them with what others changed since. */
  bases?: Readonly<Record<string, unknown>>;
  body?: KeptBody;
}

/**
 * `base` is the text from which the body began, and `version` its version: to merge it with what others wrote since. `sent` is what was sent without
 * an answer.
 */
export interface KeptBody {
  html: string;
  base: string;
  version: number;
  sent?: string;
}

const NAME = 'broadsheet-desk';
const STORE = 'journal';

/**
 * The journal of this browser, which outlives a crash. Each tab writes entries of its own, so that two tabs with the same story don't overwrite each
 * other's text.
 */
export class Journal {
  readonly #database: Promise<IDBDatabase>;

  constructor(factory: IDBFactory) {
    this.#database = openDatabase(factory);
    // Each call reports it to its caller.
    this.#database.catch(() => undefined);
  }

  /** Resolves when the entry is on disk. */
  async put(entry: Entry): Promise<void> {
    await this.#run('readwrite', store => store.put(entry));
  }

  async remove(story: string, tab: string): Promise<void> {
    await this.#run('readwrite', store => store.delete([story, tab]));
  }

  /** All entries, the oldest first. */
  async list(): Promise<Entry[]> {
    const entries = await this.#run<Entry[]>('readonly', store => store.getAll() as IDBRequest<Entry[]>);
    return entries.sort((one, other) => one.at - other.at);
  }

  async #run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#database;
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () =>
        reject(transaction.error ?? new Error('The journal was not written'));
    });
  }
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['story', 'tab'] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The journal can’t be opened'));
  });
}
