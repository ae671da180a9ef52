import { Authors } from '../authors/record.ts';
import { nowMs } from '../../platform/core/clock.ts';
import { ApiKeyInvalid, Forbidden } from '../../platform/core/errors.ts';
import { logError } from '../../platform/log/log.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { updateIf } from '../../platform/store/update.ts';
import { knownLookup, toCaller } from './read.ts';
import { ApiKeys, hashKey } from './record.ts';

/** The caller that a key identifies, with its current permissions. @throws ApiKeyInvalid, Forbidden (author inactive or banned) */
export async function authenticate(key: string): Promise<Caller> {
  const lookup = await knownLookup(hashKey(key));
  const author = (await Authors.known([lookup.author_id])).get(lookup.author_id);
  if (!author) throw new ApiKeyInvalid();
  if (author.status !== 'active') throw new Forbidden(`The author of this API key is ${author.status}`);
  await recordUse(lookup.id);
  return toCaller(lookup, author);
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
  const isLater = {
    expression: 'attribute_exists(pk) AND (attribute_not_exists(last_used_date) OR last_used_date < :today)',
  };
  const update = {
    UpdateExpression: 'SET last_used_date = :today',
    ExpressionAttributeValues: { ':today': date },
  };
  await updateIf(isLater, ApiKeys.key(id), update).catch((error: unknown) =>
    logError('key use not recorded', error),
  );
}
