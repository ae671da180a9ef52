import { AsyncLocalStorage } from 'node:async_hooks';
import type { Item } from './table.ts';
import type { Condition } from './transaction.ts';

/** An item that goes into the first transaction, of all that follow in a request, that makes a record. */
export interface Rider {
  item: Item;
  condition: Condition;
  /** By a transaction that is under way or done. */
  taken: boolean;
}

const riding = new AsyncLocalStorage<Rider>();

/** Runs something with an item on the way into its first transaction that makes a record. */
export function withRider<T>(rider: Rider, run: () => Promise<T>): Promise<T> {
  return riding.run(rider, run);
}

/** The item that still waits for a transaction; whoever gives it up again says so. */
export function takeRider(): Rider | undefined {
  const rider = riding.getStore();
  if (!rider || rider.taken) return undefined;
  rider.taken = true;
  return rider;
}
