import type { Space, Table } from './dynalite/dynalite.ts';
import type { Journal } from './journal.ts';

/**
 * A cache of parsed table descriptions, which every item of a request needs, for readers only. While the change of a table is
 * uncommitted nothing is cached, because commands already see the change and readers do not.
 */
export class Descriptions {
  readonly #journal: Journal;
  readonly #known = new Map<string, Table>();
  #changing = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get(name: string): Table | undefined {
    return this.#known.get(name);
  }

  keep(name: string, table: Table): void {
    if (this.#changing === 0) this.#known.set(name, table);
  }

  /** Returns the same space, whose changes this cache observes. */
  watch(tables: Space): Space {
    return {
      ...tables,
      put: (key, value, done) => this.#forgetting(() => tables.put(key, value, done)),
      del: (key, done) => this.#forgetting(() => tables.del(key, done)),
    };
  }

  #forgetting(change: () => void): void {
    this.#changing++;
    this.#known.clear();
    change();
    const committed = (): void => {
      this.#changing--;
    };
    this.#journal.committed().then(committed, committed);
  }
}
