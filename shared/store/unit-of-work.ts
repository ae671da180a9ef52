import type { Item } from './table.ts';
import type { Condition } from './condition.ts';

interface Addition {
  item: Item;
  condition: Condition;
}

/**
 * What a request must write together with its record, whichever function makes that: the request passes its unit of work to the
 * function that creates, and that to the `commit` of the transaction that makes the record. Of several such transactions the first
 * that commits puts the addition; without an Idempotency-Key there is none.
 */
export class UnitOfWork {
  readonly #addition: Addition | undefined;
  #isTaken = false;

  constructor(addition?: Addition) {
    this.#addition = addition;
  }

  /** A transaction with the addition is under way or has committed. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** @returns the addition for one transaction, unless another has it */
  take(): Addition | undefined {
    if (this.#isTaken || !this.#addition) return undefined;
    this.#isTaken = true;
    return this.#addition;
  }

  /** The transaction that took the addition has failed: the next one may take it. */
  giveBack(): void {
    this.#isTaken = false;
  }
}
