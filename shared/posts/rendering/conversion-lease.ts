import { randomUUID } from 'node:crypto';
import { elapsedMs, nowMs, sleep } from '../../platform/core/clock.ts';
import { Unavailable } from '../../platform/core/errors.ts';
import { logError } from '../../platform/log/log.ts';
import { hasToken, type Condition } from '../../platform/store/condition.ts';
import { putUnder } from '../../platform/store/put.ts';
import { itemKey, SAFE } from '../../platform/store/item-key.ts';
import { leaseTimeValues } from '../../platform/store/lease-time.ts';
import { Contention } from '../../platform/store/retry.ts';
import type { Key } from '../../platform/store/table.ts';

/**
 * Conversions of large texts for readers: at most one for each of these leases at a time, so that a crowd that asks for one post converts it
 * once, and one that asks for many posts takes a bounded share of the processors. All texts of an owner have the same lease. A function
 * that dies keeps its lease until it is over (platform/store/lease-time.ts); its conversion is then made by another one.
 *
 * Keys: SAFE#conversions / <number>, with the token of its holder and the time until which it is held.
 */
const LEASES = 4;
/** Above the longest conversion. */
const LEASE_S = 20;
const PATIENCE_MS = 15_000;
const POLL_MS = 250;

export const leaseKey = itemKey(`${SAFE}conversions`, '<digit>', 'lease of conversions to safe HTML');

function toLeaseKey(owner: string): Key {
  const number = Buffer.from(owner).reduce((sum, byte) => sum + byte, 0) % LEASES;
  return leaseKey(String(number));
}

/**
 * Runs `convert` under the owner's lease, or returns what another process has stored by then. @throws Unavailable when neither happens
 * in time
 */
export async function convertUnderLease<T>(
  owner: string,
  readStored: () => Promise<T | undefined>,
  convert: () => Promise<T>,
): Promise<T> {
  const key = toLeaseKey(owner);
  for (const deadline = elapsedMs() + PATIENCE_MS; elapsedMs() < deadline;) {
    const token = randomUUID();
    const isHeld = await take(key, token);
    try {
      const stored = await readStored();
      if (stored !== undefined) return stored;
      if (isHeld) return await convert();
    } finally {
      if (isHeld) await release(key, token);
    }
    await sleep(POLL_MS);
  }
  throw new Unavailable();
}

async function take(key: Key, token: string): Promise<boolean> {
  const isFree: Condition = {
    expression: 'attribute_not_exists(pk) OR #until < :before OR #until > :after',
    names: { '#until': 'until' },
    values: leaseTimeValues(LEASE_S),
    otherwise: () => new Contention('Another conversion holds the lease'),
  };
  try {
    await putUnder(isFree, { ...key, token, until: nowMs() / 1000 + LEASE_S });
    return true;
  } catch (error) {
    if (error instanceof Contention) return false;
    throw error;
  }
}

async function release(key: Key, token: string): Promise<void> {
  const isOwn = hasToken(token, () => new Contention('The lease has expired'));
  await putUnder(isOwn, { ...key, token, until: 0 }).catch((error: unknown) =>
    logError('lease of a conversion not released', error),
  );
}
