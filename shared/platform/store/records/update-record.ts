import { requireMatch, type IfMatch } from '../../core/if-match.ts';
import { recordItem, type Versioned } from './record.ts';
import { retryContended } from '../retry.ts';
import type { Item, Key } from '../table.ts';
import { hasVersion, isNew } from '../condition.ts';
import type { Transaction } from '../transaction.ts';

/**
 * Reads a record, checks If-Match, and calls `change` to write it under the version that was read. After a concurrent write it repeats all
 * of this, so `change` may run more than once.
 * @throws PreconditionFailed, Unavailable, and what `read` and `change` throw
 */
export async function changeRecord<R extends { version: number }, A>(
  { read, ifMatch }: { read: () => Promise<R>; ifMatch: IfMatch },
  change: (current: R) => Promise<A>,
): Promise<A> {
  return await retryContended(async () => {
    const current = await read();
    requireMatch(ifMatch, current.version);
    return await change(current);
  });
}

interface Replacement<T> {
  /** null and version 0 mean that the record doesn't exist yet. */
  current: { version: number } | null;
  next: T;
  /** The attributes that are stored next to the record. */
  attributes?: Item;
}

/** Puts the next version of a record under the condition on its current one. */
export function putNext<T>(
  transaction: Transaction,
  key: Key,
  { current, next, attributes }: Replacement<T>,
): Versioned<T> {
  const before = current?.version ?? 0;
  transaction.put(recordItem(key, before + 1, next, attributes), before === 0 ? isNew : hasVersion(before));
  return { version: before + 1, value: next };
}
