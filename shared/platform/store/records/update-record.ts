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

/**
 * Puts the next version of a record under the condition on its current one. null and version 0 mean that the record doesn't exist yet.
 * @param attributes the attributes that are stored next to the record
 */
export function putNext<T>(
  transaction: Transaction,
  key: Key,
  current: { version: number } | null,
  value: T,
  attributes: Item = {},
): Versioned<T> {
  const before = current?.version ?? 0;
  transaction.put(recordItem(key, before + 1, value, attributes), before === 0 ? isNew : hasVersion(before));
  return { version: before + 1, value };
}
