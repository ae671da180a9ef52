import type { Space, Table } from './dynalite.ts';
import type { Journal } from './journal.ts';

/**
 * The descriptions of tables, kept parsed: every single item of a request asks for its table's. They are for those who only look.
 * While a change of any table is on its way nothing is kept, as writers see it already and readers not yet.
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

  /** The same space; what is put or deleted there is noticed here. */
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
