import type { Item } from './table.ts';
import type { Condition } from './condition.ts';

interface Addition {
  item: Item;
  condition: Condition;
}

/**
 * An item that must commit together with the record that a request creates. The request passes its unit of work to the function that
 * creates the record, and that function passes it to the transaction's `commit`. Of several transactions the first that commits includes
 * the item. Only requests with an Idempotency-Key have one.
 */
export class UnitOfWork {
  readonly #addition: Addition | undefined;
  #isTaken = false;

  constructor(addition?: Addition) {
    this.#addition = addition;
  }

  /** A transaction with the item is under way or has committed. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /**
   * Takes the item for one transaction. `recordId`: of the record that it creates, if that is the request's only one.
   * @returns undefined when another transaction has it, or there is none
   */
  take(recordId?: number): Addition | undefined {
    if (this.#isTaken || !this.#addition) return undefined;
    this.#isTaken = true;
    const { item, condition } = this.#addition;
    return { item: recordId === undefined ? item : { ...item, record_id: recordId }, condition };
  }

  /** Makes the item available to the next transaction, after the one that took it has failed. */
  giveBack(): void {
    this.#isTaken = false;
  }
}
