import * as v from 'valibot';
import type { AuthorRecord } from '../authors/record.ts';
import { REFERENCE_LIFE_MS, TimedCache } from '../../platform/core/cache.ts';
import { ApiKeyInvalid } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { getItem } from '../../platform/store/table.ts';
import { ApiKeys, KeyLookup, type KeyRecord, lookupKey, toScope } from './record.ts';

const lookups = new TimedCache<string, KeyLookup>(REFERENCE_LIFE_MS);

export function forgetKey({ id, hash }: Pick<KeyRecord, 'id' | 'hash'>): void {
  lookups.delete(hash);
  ApiKeys.forget(id);
}

/** Looks up a key by its hash. The read is consistent, and unknown keys aren't cached, so that a new key works at once. @throws ApiKeyInvalid */
export async function knownLookup(hash: string): Promise<KeyLookup> {
  const known = lookups.get(hash);
  if (known) return known;
  const item = await getItem(lookupKey(hash), { consistent: true });
  if (!item) throw new ApiKeyInvalid();
  const lookup = v.parse(KeyLookup, item);
  lookups.set(hash, lookup);
  return lookup;
}

/** Caches the use of a key that this process records, so that it does not record the use again. */
export function rememberUse(hash: string, lookup: KeyLookup): void {
  if (lookups.get(hash)) lookups.set(hash, lookup);
}

/** Makes the caller of a key. It has the permissions of its author's current role, limited to those of the key. */
export function toCaller(
  { id, permissions, expires }: Pick<KeyLookup, 'id' | 'permissions' | 'expires'>,
  author: AuthorRecord,
): Caller {
  const scope = toScope(author.role, permissions);
  return {
    keyId: id,
    authorId: author.id,
    role: author.role,
    permissions: new Set(scope.permissions),
    admin: scope.admin,
    isNarrowed: permissions !== null,
    ...(expires !== undefined && { expiresTs: expires }),
  };
}
