import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { knownAuthors } from '../authors/read.ts';
import { REFERENCE_LIFE_MS, TimedCache } from '../core/cache.ts';
import { nowMs } from '../core/clock.ts';
import { environment } from '../core/environment.ts';
import { ApiKeyInvalid, Forbidden } from '../core/errors.ts';
import { logError } from '../core/log.ts';
import type { Caller } from '../http/caller.ts';
import { database } from '../store/client.ts';
import { getItem } from '../store/table.ts';
import { keyKey, hashOf, KeyLookup, lookupKey, scopeOf } from './record.ts';

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

const DAY_MS = 86_400_000;
/** The day of each key's last recorded use, in days since 1970, UTC. */
const recordedDays = new Map<number, number>();

/** Records the day of a key's use, with one write per key, day and process. A failure doesn't fail the request. */
async function recordUse(id: number): Promise<void> {
  const now = nowMs();
  const day = Math.floor(now / DAY_MS);
  if (recordedDays.get(id) === day) return;
  recordedDays.set(id, day);
  const date = new Date(now).toISOString().slice(0, 10);
  await database()
    .send(
      new UpdateCommand({
        TableName: environment().TABLE_NAME,
        Key: keyKey(id),
        UpdateExpression: 'SET last_used_date = :today',
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(last_used_date) OR last_used_date < :today)',
        ExpressionAttributeValues: { ':today': date },
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException'))
        logError('key use not recorded', error);
    });
}
