import * as v from 'valibot';
import { itemKey } from '../../platform/store/item-key.ts';
import { parseRecord, type Versioned } from '../../platform/store/records/record.ts';
import { putNext } from '../../platform/store/records/update-record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { getItem, type Item } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { storedLine } from '../../platform/values/stored-text.ts';

/** A person enrols a phone, a laptop, a password manager and some security keys. All passkeys of an author must fit into one item. */
export const MAX_PASSKEYS = 20;

export const Passkey = v.object({
  id: v.number(),
  /** The authenticator's id of the key, in base64url. */
  credential_id: v.string(),
  /** The COSE key in base64url. */
  public_key: v.string(),
  /** How many signatures the authenticator reports; always 0 if it doesn't count. */
  counter: v.number(),
  transports: v.array(v.string()),
  name: storedLine,
  /** The host that the passkey is bound to: it signs for no other. */
  host: v.string(),
  created_ts: v.number(),
  used_ts: v.nullable(v.number()),
});
export type Passkey = v.InferOutput<typeof Passkey>;

export const Factors = v.object({
  passkeys: v.optional(v.array(Passkey), []),
  /** The hashes of the unused recovery codes. */
  codes: v.optional(v.array(v.string()), []),
});
export type Factors = v.InferOutput<typeof Factors>;

/**
 * An author's sign-in factors besides the password: passkeys, and recovery codes for when all passkeys are lost.
 *   of an author   FACTORS#<author> / factors {version, data: {passkeys, codes}}
 * One item holds all of them, because they are few: a sign-in reads it in the call that reads the author. It is put under the version that was
 * read, in one transaction with the session that a passkey or a code begins. So a code begins one session at most, a passkey's counter never
 * decreases, and the later of two simultaneous changes reads again; a crash leaves both the session and the used code, or neither. The item does
 * not exist before the first passkey, and is empty after the last one is removed.
 */
export const factorsKey = itemKey('FACTORS#<author>', 'factors', 'passkeys and recovery codes of an author');

const NONE: Versioned<Factors> = { version: 0, value: { passkeys: [], codes: [] } };

export function parseFactors(item: Item | undefined): Versioned<Factors> {
  return item ? parseRecord(Factors, item) : NONE;
}

export async function readFactors(authorId: number): Promise<Versioned<Factors>> {
  return parseFactors(await getItem(factorsKey(authorId), { consistent: true }));
}

interface Changed<T> {
  next: Factors;
  result: T;
}

/** Changes an author's factors, in one transaction with the actions that `change` adds. @throws what `change` throws */
export async function changeFactors<T>(
  authorId: number,
  change: (factors: Factors, transaction: Transaction) => Changed<T> | Promise<Changed<T>>,
): Promise<T> {
  return await retryContended(async () => {
    const current = await readFactors(authorId);
    const transaction = new Transaction();
    const { next, result } = await change(current.value, transaction);
    putNext(transaction, factorsKey(authorId), { current, next });
    await transaction.commit();
    return result;
  });
}
