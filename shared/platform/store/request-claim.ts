import { ContextValue } from '../core/context-value.ts';
import type { Item } from './table.ts';
import type { Condition } from './condition.ts';

interface Claimed {
  item: Item;
  condition: Condition;
}

/**
 * The claim of a request with an Idempotency-Key is an item that must commit together with the record that the request creates. If several
 * transactions create records, the first one that commits includes the item.
 */
export class RequestClaim {
  readonly #claimed: Claimed;
  #isTaken = false;
  #isOver = false;

  constructor(claimed: Claimed) {
    this.#claimed = claimed;
  }

  /** A transaction with the item is under way or has committed. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Runs a request, so that its transactions find the claim. Work that continues after the request finds none. */
  async hold<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await claims.run(this, run);
    } finally {
      this.#isOver = true;
    }
  }

  /**
   * Takes the item for one transaction. `recordId` is the id of the record that it creates, if the request creates only one.
   * @returns undefined when another transaction has it
   */
  take(recordId?: number): Claimed | undefined {
    if (this.#isTaken || this.#isOver) return undefined;
    this.#isTaken = true;
    const { item, condition } = this.#claimed;
    return { item: recordId === undefined ? item : { ...item, record_id: recordId }, condition };
  }

  /** Makes the item available to the next transaction, after the one that took it has failed. */
  giveBack(): void {
    this.#isTaken = false;
  }
}

const claims = new ContextValue<RequestClaim>();

/** Returns the claim of the current request; undefined without an Idempotency-Key. */
export function currentClaim(): RequestClaim | undefined {
  return claims.get();
}
