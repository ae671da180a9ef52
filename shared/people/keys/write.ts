import { randomBytes } from 'node:crypto';
import { Authors, type AuthorRecord } from '../authors/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { Forbidden, InvalidInput, NotFound } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Permission } from '../../platform/site/permissions.ts';
import { missingPermissions, requireRecentSignIn, type Caller } from '../../platform/http/caller.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { putNext } from '../../platform/store/records/update-record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { forgetKey } from './read.ts';
import {
  ApiKeys,
  hashKey,
  lookupItem,
  lookupKey,
  MAX_KEY_S,
  toExpiry,
  toScope,
  type KeyRecord,
} from './record.ts';

export interface NewKey {
  author_id: number;
  label: string;
  permissions?: Permission[] | null;
  note?: string;
  expires_ts?: number | null;
}

/** Makes a key of 256 random bits, as 64 characters. */
export function newKey(): string {
  return randomBytes(32).toString('hex');
}

/**
 * @throws InvalidInput (unknown author, or permissions beyond its role), Forbidden (inactive author, or permissions beyond the caller's),
 * SignInTooOld
 */
export async function createKey(
  input: NewKey,
  caller: Caller,
): Promise<{ key: string; record: KeyRecord; role: string }> {
  requireMayLast(input, caller);
  const role = await requireMayOwn(input, caller);
  const key = newKey();
  return { key, record: await storeKey(key, input), role };
}

/** Stores the hash of a given key. */
export async function storeKey(key: string, input: NewKey): Promise<KeyRecord> {
  const hash = hashKey(key);
  return await retryContended(async () => {
    const given = { permissions: null, note: '', expires_ts: null, ...input };
    const record: KeyRecord = { id: newId(), hash, ...given, created_ts: nowTs() };
    const transaction = new Transaction();
    putKey(transaction, null, record);
    recordWrite(transaction, 'api_key', { before: null, after: record });
    await transaction.commitCreation();
    return record;
  });
}

/** Puts both items of a key. @param current the record that it replaces */
export function putKey(
  transaction: Transaction,
  current: Versioned<KeyRecord> | null,
  record: KeyRecord,
): void {
  putNext(transaction, ApiKeys.key(record.id), { current, next: record, attributes: toExpiry(record) });
  transaction.put(lookupItem(record));
}

/**
 * A new key must not outlive a key that expires and with which it is made. A session must have begun recently.
 * @throws InvalidInput, Forbidden, SignInTooOld
 */
function requireMayLast({ expires_ts = null }: NewKey, caller: Caller): void {
  const now = nowTs();
  if (expires_ts !== null && expires_ts <= now) throw new InvalidInput('expires_ts: must be in the future');
  if (expires_ts !== null && expires_ts > now + MAX_KEY_S)
    throw new InvalidInput(`expires_ts: must be at most ${MAX_KEY_S} seconds from now`);
  const { expiresTs } = caller;
  if (expiresTs === undefined) requireRecentSignIn(caller);
  else if (expires_ts === null || expires_ts > expiresTs)
    throw new Forbidden(`The key would outlast yours: send expires_ts of at most ${expiresTs}`);
}

/** @returns the author's role */
async function requireMayOwn({ author_id, permissions = null }: NewKey, caller: Caller): Promise<string> {
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
    return await Authors.read(id, { consistent: true });
  } catch (error) {
    if (error instanceof NotFound) throw new InvalidInput(`author_id: there is no author with the id ${id}`);
    throw error;
  }
}

/** @throws NotFound, Forbidden (a key with permissions beyond the caller's) */
export async function deleteKey(id: number, caller: Caller): Promise<void> {
  await retryContended(async () => {
    const { value: key } = await ApiKeys.read(id, { consistent: true });
    await requireMayRevoke(key, caller);
    const transaction = new Transaction().delete(ApiKeys.key(id)).delete(lookupKey(key.hash));
    recordWrite(transaction, 'api_key', { before: key, after: null });
    await transaction.commit();
    forgetKey(key);
  });
}

/** Reads the key's author only for other callers, because an administrator may revoke every key. @throws Forbidden */
async function requireMayRevoke({ author_id, permissions }: KeyRecord, caller: Caller): Promise<void> {
  if (caller.admin) return;
  const [author] = await Authors.readMany([author_id], { consistent: true });
  const missing = missingPermissions(caller, toScope(author?.role ?? '', permissions));
  if (missing.length > 0) throw new Forbidden(`The key has permissions that you lack: ${missing.join(', ')}`);
}
