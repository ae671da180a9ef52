import * as v from 'valibot';
import { claimedForms } from '../../values/unique-text.ts';
import { itemKey } from '../item-key.ts';
import { getItems, keyText, type Item, type Consistency } from '../table.ts';
import type { Transaction } from '../transaction.ts';

/**
 * A unique value is an item with the value in its key, put in the transaction of the record that claims it, under the condition that it
 * doesn't exist. Of two simultaneous claims only one commits, and a crash leaves both record and claim or neither.
 */
export const uniqueKey = itemKey('UNIQUE#<kind>#<value>', 'unique', 'unique value');

const Claim = v.object({ id: v.number() });

/** The record that has claimed a value. */
export function ownerIn(item: Item): number {
  return v.parse(Claim, item).id;
}

interface Claimed {
  /** The record's current and new value; null for none. */
  from: string | null;
  to: string | null;
  id: number;
  /** The error when another record owns the new value. */
  taken: () => Error;
}

/** Changes a record's claim from one value to another. */
export function claim(transaction: Transaction, kind: string, { from, to, id, taken }: Claimed): void {
  if (from === to) return;
  if (from !== null) release(transaction, kind, from);
  if (to === null) return;
  transaction.put(
    { ...uniqueKey(kind, to), id },
    { expression: 'attribute_not_exists(pk)', otherwise: taken },
  );
}

interface ClaimedText {
  /** The forms of the text that the record has claimed: `listHeldForms`. */
  held: readonly string[];
  /** The new text; null for none. */
  to: string | null;
  id: number;
  taken: () => Error;
}

/**
 * Changes a record's claim to another text. The text's former form must be free too, because an older record may still claim the text under
 * that form.
 */
export function claimText(
  transaction: Transaction,
  kind: string,
  { held, to, id, taken }: ClaimedText,
): void {
  const [form = null, ...former] = to === null ? [] : claimedForms(to);
  for (const value of held) if (value !== form) release(transaction, kind, value);
  claim(transaction, kind, { from: null, to: form !== null && held.includes(form) ? null : form, id, taken });
  for (const value of former)
    if (!held.includes(value))
      transaction.check(uniqueKey(kind, value), {
        expression: 'attribute_not_exists(pk)',
        otherwise: taken,
      });
}

/**
 * The forms of its text that a record has claimed. Where current and former form differ, both are looked up, because a record must not
 * release a form that another record has claimed.
 */
export async function listHeldForms(id: number, kind: string, text: string): Promise<string[]> {
  const forms = claimedForms(text);
  if (forms.length === 1) return forms;
  const owners = await readOwners(kind, forms, { consistent: true });
  return forms.filter(form => owners.get(form) === id);
}

/** The owners of texts, in the order of the texts. */
export async function findTextOwners(
  kind: string,
  texts: readonly string[],
  { consistent }: Consistency,
): Promise<number[]> {
  const forms = [...new Set(texts.flatMap(claimedForms))];
  return [...new Set((await readOwners(kind, forms, { consistent })).values())];
}

export function release(transaction: Transaction, kind: string, value: string): void {
  transaction.delete(uniqueKey(kind, value));
}

/** Transfers a value to another record, provided that `from` still owns it. */
export function transferClaim(
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

/** The owners of values; values without an owner are absent. */
export async function readOwners(
  kind: string,
  values: readonly string[],
  { consistent }: Consistency,
): Promise<Map<string, number>> {
  const items = await getItems(
    values.map(value => uniqueKey(kind, value)),
    { consistent },
  );
  const owners = values.flatMap((value): [string, number][] => {
    const item = items.get(keyText(uniqueKey(kind, value)));
    return item ? [[value, ownerIn(item)]] : [];
  });
  return new Map(owners);
}
