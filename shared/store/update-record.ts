import { requireMatch, type IfMatch } from '../core/if-match.ts';
import { recordItem, type Versioned } from './record.ts';
import { retryContended } from './retry.ts';
import type { Key } from './table.ts';
import { hasVersion, isNew } from './condition.ts';
import { Transaction } from './transaction.ts';

/** How a record is read, and which versions of it the request accepts. */
interface Target<R> {
  read: () => Promise<R>;
  ifMatch: IfMatch;
}

/**
 * Reads a record, checks If-Match, and lets `change` write it under the version that was read. When another write comes between, all of
 * that is done again: `change` may run more than once.
 * @throws PreconditionFailed, Unavailable, and what `read` and `change` throw
 */
export async function changeRecord<R extends { version: number }, A>(
  { read, ifMatch }: Target<R>,
  change: (current: R) => Promise<A>,
): Promise<A> {
  return await retryContended(async () => {
    const current = await read();
    requireMatch(ifMatch, current.version);
    return await change(current);
  });
}

/**
 * As `changeRecord`, for one record that is put again: `update` returns its next value and adds to the transaction what is written
 * together with it.
 */
export async function updateRecord<T>(
  { key, ...target }: Target<Versioned<T>> & { key: Key },
  update: (value: T, transaction: Transaction) => T | Promise<T>,
): Promise<Versioned<T>> {
  return await changeRecord(target, async current => {
    const transaction = new Transaction();
    const next = putNext(transaction, key, current, await update(current.value, transaction));
    await transaction.commit();
    return next;
  });
}

/** Puts the next version of a record, under the version that was read; null and version 0 stand for a record that doesn't exist. */
export function putNext<T>(
  transaction: Transaction,
  key: Key,
  current: { version: number } | null,
  value: T,
): Versioned<T> {
  const before = current?.version ?? 0;
  transaction.put(recordItem(key, before + 1, value), before === 0 ? isNew : hasVersion(before));
  return { version: before + 1, value };
}
