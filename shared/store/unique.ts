import * as v from 'valibot';
import { getItems, keyText, type Key } from './table.ts';
import type { Transaction } from './transaction.ts';

/**
 * A unique value is an item whose key is the value, put in the same transaction as the record that claims it under the
 * condition that it is not there: two simultaneous claims can't both commit, and a crash leaves both record and claim or neither.
 */
const uniqueKey = (kind: string, value: string): Key => ({ pk: `UNIQUE#${kind}#${value}`, sk: 'unique' });

const Claim = v.object({ id: v.number() });

interface Claimed {
  /** What the record held until now, and what it shall hold; null stands for no value. */
  from: string | null;
  to: string | null;
  id: number;
  /** The error when the new value has an owner. */
  taken: () => Error;
}

/** Moves a record's claim from one value to another. */
export function claim(transaction: Transaction, kind: string, { from, to, id, taken }: Claimed): void {
  if (from === to) return;
  if (from !== null) release(transaction, kind, from);
  if (to === null) return;
  transaction.put(
    { ...uniqueKey(kind, to), id },
    { expression: 'attribute_not_exists(pk)', otherwise: taken },
  );
}

export function release(transaction: Transaction, kind: string, value: string): void {
  transaction.delete(uniqueKey(kind, value));
}

/** Gives a value to another record, if it is still its owner's. */
export function handOver(
  transaction: Transaction,
  kind: string,
  { value, from, to, otherwise }: { value: string; from: number; to: number; otherwise: () => Error },
): void {
  transaction.put(
    { ...uniqueKey(kind, value), id: to },
    {
      expression: 'id = :from',
      values: { ':from': from },
      otherwise,
    },
  );
}

/** The owners of the values that have one. */
export async function ownersOf(
  kind: string,
  values: readonly string[],
  consistent: boolean,
): Promise<Map<string, number>> {
  const items = await getItems(
    values.map(value => uniqueKey(kind, value)),
    consistent,
  );
  const owners = values.flatMap((value): [string, number][] => {
    const item = items.get(keyText(uniqueKey(kind, value)));
    return item ? [[value, v.parse(Claim, item).id]] : [];
  });
  return new Map(owners);
}
