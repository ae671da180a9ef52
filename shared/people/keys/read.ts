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

/** The read is consistent, and unknown keys aren't cached, so that a new key works at once. @throws ApiKeyInvalid */
export async function knownLookup(hash: string): Promise<KeyLookup> {
  const known = lookups.get(hash);
  if (known) return known;
  const item = await getItem(lookupKey(hash), true);
  if (!item) throw new ApiKeyInvalid();
  const lookup = v.parse(KeyLookup, item);
  lookups.set(hash, lookup);
  return lookup;
}

/** Lets this process know of a key's use that it records. */
export function rememberUse(hash: string, lookup: KeyLookup): void {
  if (lookups.get(hash)) lookups.set(hash, lookup);
}

/** The caller with this key of this author: what the author's current role allows, within the key's permissions. */
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
