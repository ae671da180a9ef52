import { randomBytes } from 'node:crypto';
import { readAuthor } from '../authors/read.ts';
import type { AuthorRecord } from '../authors/record.ts';
import type { Permission } from '../config/permissions.ts';
import type { Caller } from '../http/caller.ts';
import { Forbidden, InvalidInput, NotFound } from '../http/errors.ts';
import { newId } from '../store/ids.ts';
import { parseRecord, recordItem, type Versioned } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { getItem } from '../store/table.ts';
import { isNew, Transaction } from '../store/transaction.ts';
import { nowTs } from '../text/time.ts';
import { forgetKey } from './authenticate.ts';
import { hashOf, keyKey, KeyRecord, lookupKey } from './record.ts';
import { scopeOf } from './scope.ts';

export interface NewKey {
  author_id: number;
  label: string;
  permissions: Permission[] | null;
}

/** 256 random bits as 64 characters. */
export const newKey = (): string => randomBytes(32).toString('hex');

/** @throws InvalidInput (unknown author, wider than its role), Forbidden (inactive author, wider than the caller) */
export async function createKey(
  input: NewKey,
  caller: Caller,
): Promise<{ key: string; record: KeyRecord; role: string }> {
  const role = await requireMayOwn(input, caller);
  const key = newKey();
  return { key, record: await storeKey(key, input), role };
}

/** Stores a key that is already known: only its hash. */
export async function storeKey(key: string, { author_id, label, permissions }: NewKey): Promise<KeyRecord> {
  const hash = hashOf(key);
  return await retryContended(async () => {
    const record = { id: newId(), hash, author_id, label, permissions, created_ts: nowTs() };
    await new Transaction()
      .put(recordItem(keyKey(record.id), 1, record), isNew)
      .put({ ...lookupKey(hash), id: record.id, author_id, permissions })
      .commit();
    return record;
  });
}

/** @returns the author's role */
async function requireMayOwn({ author_id, permissions }: NewKey, caller: Caller): Promise<string> {
  const { role, status } = (await ownerOf(author_id)).value;
  if (status !== 'active') throw new Forbidden(`The author is ${status}`);
  const scope = scopeOf(role, permissions);
  const beyondRole = (permissions ?? []).filter(permission => !scope.permissions.includes(permission));
  if (beyondRole.length > 0)
    throw new InvalidInput(`permissions: the author's role ${role} lacks ${beyondRole.join(', ')}`);
  const wider = scope.permissions.filter(permission => !caller.permissions.has(permission));
  if (wider.length > 0)
    throw new Forbidden(`The key would have permissions that you lack: ${wider.join(', ')}`);
  if (scope.admin && !caller.admin) throw new Forbidden('Only an administrator gives an administrator key');
  return role;
}

async function ownerOf(id: number): Promise<Versioned<AuthorRecord>> {
  try {
    return await readAuthor(id, true);
  } catch (error) {
    if (error instanceof NotFound) throw new InvalidInput(`author_id: there is no author with the id ${id}`);
    throw error;
  }
}

/** @throws NotFound */
export async function deleteKey(id: number): Promise<void> {
  await retryContended(async () => {
    const item = await getItem(keyKey(id), true);
    if (!item) throw new NotFound(`There is no API key with the id ${id}`);
    const { hash } = parseRecord(KeyRecord, item).value;
    await new Transaction().delete(keyKey(id)).delete(lookupKey(hash)).commit();
    forgetKey(hash);
  });
}
