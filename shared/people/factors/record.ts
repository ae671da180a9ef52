import * as v from 'valibot';
import { itemKey } from '../../platform/store/item-key.ts';
import { parseRecord, type Versioned } from '../../platform/store/records/record.ts';
import { putNext } from '../../platform/store/records/update-record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { getItem, type Item } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { storedLine } from '../../platform/values/stored-text.ts';

/** What a person enrols: phone, laptop, password manager, security keys. They must fit into one item. */
export const MAX_PASSKEYS = 20;

export const Passkey = v.object({
  id: v.number(),
  /** The authenticator's name of the key, in base64url. */
  credential_id: v.string(),
  /** In COSE's form, in base64url. */
  public_key: v.string(),
  /** How often the authenticator says that it has signed; 0 of those that don't count. */
  counter: v.number(),
  transports: v.array(v.string()),
  name: storedLine,
  /** The host that it is bound to: it signs for no other. */
  host: v.string(),
  created_ts: v.number(),
  used_ts: v.nullable(v.number()),
});
export type Passkey = v.InferOutput<typeof Passkey>;

export const Factors = v.object({
  passkeys: v.optional(v.array(Passkey), []),
  /** The hashes of recovery codes that are not used yet. */
  codes: v.optional(v.array(v.string()), []),
});
export type Factors = v.InferOutput<typeof Factors>;

/**
 * What an author has besides the password: passkeys, and codes for when all passkeys are lost.
 *   of an author   FACTORS#<author> / factors {version, data: {passkeys, codes}}
 * They are few, so one item has all: a sign-in reads it in the call that reads the author. It is put under the version that was read, in one
 * transaction with the session that a passkey or a code begins. So a code begins one session at most, a passkey's counter never goes back, and
 * of two simultaneous changes one reads again; a crash leaves the session and the used code, or neither. There is no item before the first
 * passkey, and an empty one after the last.
 */
export const factorsKey = itemKey('FACTORS#<author>', 'factors', 'passkeys and recovery codes of an author');

const NONE: Versioned<Factors> = { version: 0, value: { passkeys: [], codes: [] } };

export function parseFactors(item: Item | undefined): Versioned<Factors> {
  return item ? parseRecord(Factors, item) : NONE;
}

export async function readFactors(authorId: number): Promise<Versioned<Factors>> {
  return parseFactors(await getItem(factorsKey(authorId), true));
}

interface Changed<T> {
  next: Factors;
  result: T;
}

/** Changes an author's factors, in one transaction with what `change` adds to it. @throws what `change` throws */
export async function changeFactors<T>(
  authorId: number,
  change: (factors: Factors, transaction: Transaction) => Changed<T> | Promise<Changed<T>>,
): Promise<T> {
  return await retryContended(async () => {
    const current = await readFactors(authorId);
    const transaction = new Transaction();
    const { next, result } = await change(current.value, transaction);
    putNext(transaction, factorsKey(authorId), current, next);
    await transaction.commit();
    return result;
  });
}
