import { Authors } from '../authors/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { ApiKeyInvalid, Forbidden } from '../../platform/core/errors.ts';
import { logError } from '../../platform/log/log.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Client } from '../../platform/http/client.ts';
import { updateIf } from '../../platform/store/update.ts';
import { knownLookup, rememberUse, toCaller } from './read.ts';
import { hasExpired, hashKey, lookupKey, USE_INTERVAL_S, type KeyLookup } from './record.ts';

/** Identifies the caller by an API key, with its current permissions. @throws ApiKeyInvalid, Forbidden (author inactive or banned) */
export async function authenticate(key: string, { address }: Pick<Client, 'address'>): Promise<Caller> {
  const hash = hashKey(key);
  const lookup = await knownLookup(hash);
  if (hasExpired(lookup)) throw new ApiKeyInvalid();
  const { author_id } = lookup;
  // Both calls run together, so that recording the use adds no round trip.
  const [authors] = await Promise.all([Authors.known([author_id]), recordUse(hash, lookup, address)]);
  const author = authors.get(author_id);
  if (!author) throw new ApiKeyInvalid();
  if (author.status !== 'active') throw new Forbidden(`The author of this API key is ${author.status}`);
  return toCaller(lookup, author);
}

/** Records a key's use and its address, with one write in each interval. A failure doesn't fail the request. */
async function recordUse(hash: string, lookup: KeyLookup, address: string): Promise<void> {
  const used_ts = nowTs();
  const due = used_ts - USE_INTERVAL_S;
  if (lookup.used_ts !== undefined && lookup.used_ts > due) return;
  rememberUse(hash, { ...lookup, used_ts });
  const isDue = {
    expression: 'attribute_exists(pk) AND (attribute_not_exists(used_ts) OR used_ts <= :due)',
    values: { ':due': due },
  };
  const update = {
    UpdateExpression: 'SET used_ts = :used, address = :address',
    ExpressionAttributeValues: { ':used': used_ts, ':address': address },
  };
  await updateIf(isDue, lookupKey(hash), update).catch((error: unknown) =>
    logError('key use not recorded', error),
  );
}
