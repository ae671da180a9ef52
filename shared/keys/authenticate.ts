import * as v from 'valibot';
import { knownAuthors } from '../authors/read.ts';
import { REFERENCE_LIFE_MS, TimedCache } from '../core/cache.ts';
import { ApiKeyInvalid, Forbidden } from '../core/errors.ts';
import type { Caller } from '../http/caller.ts';
import { getItem } from '../store/table.ts';
import { hashOf, KeyLookup, lookupKey } from './record.ts';
import { scopeOf } from './scope.ts';
import { recordUse } from './usage.ts';

const cache = new TimedCache<string, KeyLookup>(REFERENCE_LIFE_MS);

export function forgetKey(hash: string): void {
  cache.delete(hash);
}

/** The caller that a key identifies, with its current permissions. @throws ApiKeyInvalid, Forbidden (author inactive or banned) */
export async function authenticate(key: string): Promise<Caller> {
  const hash = hashOf(key);
  const lookup = await readLookup(hash);
  const author = (await knownAuthors([lookup.author_id])).get(lookup.author_id);
  if (!author) throw new ApiKeyInvalid();
  if (author.status !== 'active') throw new Forbidden(`The author of this API key is ${author.status}`);
  await recordUse(lookup.id);
  const { permissions, admin } = scopeOf(author.role, lookup.permissions);
  return {
    keyId: lookup.id,
    authorId: author.id,
    role: author.role,
    permissions: new Set(permissions),
    admin,
    isNarrowed: lookup.permissions !== null,
  };
}

/** Unknown keys aren't cached, so that a new key works at once. */
async function readLookup(hash: string): Promise<KeyLookup> {
  const known = cache.get(hash);
  if (known) return known;
  const item = await getItem(lookupKey(hash), false);
  if (!item) throw new ApiKeyInvalid();
  const lookup = v.parse(KeyLookup, item);
  cache.set(hash, lookup);
  return lookup;
}
