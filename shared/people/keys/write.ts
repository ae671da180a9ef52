import { randomBytes } from 'node:crypto';
import { Authors, type AuthorRecord } from '../authors/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { Forbidden, InvalidInput, NotFound } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Permission } from '../../platform/site/permissions.ts';
import { missingPermissions, type Caller } from '../../platform/http/caller.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { putRecord } from '../../platform/store/records/write-entity.ts';
import { forgetKey } from './read.ts';
import { ApiKeys, hashKey, type KeyRecord, lookupKey, toScope } from './record.ts';

export interface NewKey {
  author_id: number;
  label: string;
  permissions: Permission[] | null;
}

/** 256 random bits as 64 characters. */
export function newKey(): string {
  return randomBytes(32).toString('hex');
}

/** @throws InvalidInput (unknown author, wider than its role), Forbidden (inactive author, wider than the caller) */
export async function createKey(
  input: NewKey,
  caller: Caller,
): Promise<{ key: string; record: KeyRecord; role: string }> {
  const role = await requireMayOwn(input, caller);
  const key = newKey();
  return { key, record: await storeKey(key, input), role };
}

/** Stores the hash of a given key. */
export async function storeKey(key: string, { author_id, label, permissions }: NewKey): Promise<KeyRecord> {
  const hash = hashKey(key);
  return await retryContended(async () => {
    const record = { id: newId(), hash, author_id, label, permissions, created_ts: nowTs() };
    const transaction = new Transaction();
    await putRecord(ApiKeys, transaction, null, record);
    transaction.put({ ...lookupKey(hash), id: record.id, author_id, permissions });
    await transaction.commitCreation();
    return record;
  });
}

/** @returns the author's role */
async function requireMayOwn({ author_id, permissions }: NewKey, caller: Caller): Promise<string> {
  const { role, status } = (await readOwner(author_id)).value;
  if (status !== 'active') throw new Forbidden(`The author is ${status}`);
  const scope = toScope(role, permissions);
  const beyondRole = (permissions ?? []).filter(permission => !scope.permissions.includes(permission));
  if (beyondRole.length > 0)
    throw new InvalidInput(`permissions: the author's role ${role} lacks ${beyondRole.join(', ')}`);
  const wider = missingPermissions(caller, { ...scope, admin: false });
  if (wider.length > 0)
    throw new Forbidden(`The key would have permissions that you lack: ${wider.join(', ')}`);
  if (scope.admin && !caller.admin)
    throw new Forbidden('Only an administrator can create an administrator key');
  // A key that is not narrowed may also change its author's email and password; a narrowed key must not gain that.
  if (permissions === null && caller.isNarrowed)
    throw new Forbidden('A narrowed key can only create narrowed keys: send permissions');
  return role;
}

async function readOwner(id: number): Promise<Versioned<AuthorRecord>> {
  try {
    return await Authors.read(id, true);
  } catch (error) {
    if (error instanceof NotFound) throw new InvalidInput(`author_id: there is no author with the id ${id}`);
    throw error;
  }
}

/** @throws NotFound, Forbidden (a key wider than the caller's) */
export async function deleteKey(id: number, caller: Caller): Promise<void> {
  await retryContended(async () => {
    const { value: key } = await ApiKeys.read(id, true);
    await requireMayRevoke(key, caller);
    await new Transaction().delete(ApiKeys.key(id)).delete(lookupKey(key.hash)).commit();
    forgetKey(key);
  });
}

/** Reads the key's author only for other callers, because an administrator may revoke every key. @throws Forbidden */
async function requireMayRevoke({ author_id, permissions }: KeyRecord, caller: Caller): Promise<void> {
  if (caller.admin) return;
  const [author] = await Authors.readMany([author_id], true);
  const missing = missingPermissions(caller, toScope(author?.role ?? '', permissions));
  if (missing.length > 0) throw new Forbidden(`The key has permissions that you lack: ${missing.join(', ')}`);
}
