import { DAY_S, HOUR_S } from '../../platform/core/durations.ts';
import { hash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { hasToken, isNew, type Condition } from '../../platform/store/condition.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { putUnder } from '../../platform/store/put.ts';
import { Contention, retryContended } from '../../platform/store/retry.ts';
import { getItems, keyText, type Item, type Key } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { toNetwork } from './network.ts';

const KEEP_S = 30 * DAY_S;
/** The count of attempts decreases by one in this time. */
const DECAY_S = HOUR_S;

/**
 * Attempts to sign in are counted before the password is compared, and taken back when it was right:
 *   by account and network, by network, by account    SIGN_IN#<SHA-256> / attempts {token, count, last_ts, is_known, expires}
 * The account is the email as it was sent, so an unknown one is counted as any other. After some free attempts each further one must wait twice
 * as long, up to a limit. A network from which the account was signed in to within 30 days waits only for its own attempts at this account: what
 * strangers and neighbours do costs its people no time. From other networks the account can be tried once in two minutes, however many
 * strangers try, and the link of a password reset works at once.
 * The counters are put in one transaction, each under the token that was read, so simultaneous attempts are counted one after the other.
 * A crash between counting and comparing leaves an attempt counted.
 */
export const attemptsKey = itemKey('SIGN_IN#<SHA-256>', 'attempts', 'attempts to sign in', KEEP_S);

interface Limit {
  free: number;
  maxWaitS: number;
}

const LIMITS: Readonly<Record<'both' | 'network' | 'account', Limit>> = {
  both: { free: 5, maxWaitS: 900 },
  network: { free: 30, maxWaitS: 900 },
  account: { free: 20, maxWaitS: 120 },
};

const Counted = v.object({
  token: v.string(),
  count: v.number(),
  last_ts: v.number(),
  is_known: v.boolean(),
});
type Counted = v.InferOutput<typeof Counted>;

interface Counter {
  key: Key;
  limit: Limit;
  before: Counted | undefined;
}

/** A counted attempt: its counters before it and after it. */
export type Attempt = readonly (Counter & { after: Counted })[];

/** Counts an attempt to sign in. @throws ApiError 429 when the caller must wait */
export async function countAttempt(account: string, address: string): Promise<Attempt> {
  return await retryContended(async () => {
    const counters = await readCounters(account, toNetwork(address));
    const waitS = Math.max(...counters.map(computeWait));
    if (waitS > 0) throw tooManyAttempts(waitS);
    const transaction = new Transaction();
    const attempt = counters.map(counter => ({ ...counter, after: addOne(counter.before) }));
    for (const { key, before, after } of attempt)
      transaction.put(toItem(key, after), before ? isUnchanged(before) : isNew);
    await transaction.commit();
    return attempt;
  });
}

function tooManyAttempts(waitS: number): ApiError {
  const headers = { 'retry-after': String(waitS) };
  const message = `Too many sign-ins have failed: try again in ${waitS} seconds`;
  return new ApiError(429, 'too_many_requests', message, { headers });
}

/** Takes back an attempt whose password was right, unless another attempt was counted in the meantime. */
export async function forgiveAttempt(attempt: Attempt): Promise<void> {
  const token = randomUUID();
  await Promise.all(
    attempt.map(async ({ key, limit, before, after }) => {
      const isOfBoth = limit === LIMITS.both;
      const count = isOfBoth ? 0 : (before?.count ?? 0);
      const forgiven = { token, count, last_ts: after.last_ts, is_known: isOfBoth };
      await putUnder(isUnchanged(after), toItem(key, forgiven)).catch((error: unknown) => {
        if (!(error instanceof Contention)) throw error;
      });
    }),
  );
}

/** Reads the counters that limit an attempt. For a network from which this account signed in lately, that is only the counter of both. */
async function readCounters(account: string, network: string): Promise<Counter[]> {
  const keys = {
    both: toKey([account, network]),
    network: toKey([null, network]),
    account: toKey([account]),
  };
  const items = await getItems(Object.values(keys), { consistent: true });
  const toCounter = (kind: keyof typeof LIMITS): Counter => {
    const item = items.get(keyText(keys[kind]));
    return { key: keys[kind], limit: LIMITS[kind], before: item && v.parse(Counted, item) };
  };
  const both = toCounter('both');
  const isKnown = both.before?.is_known === true && nowTs() < both.before.last_ts + KEEP_S;
  return isKnown ? [both] : [both, toCounter('network'), toCounter('account')];
}

function toKey(parts: readonly (string | null)[]): Key {
  return attemptsKey(hash('sha256', JSON.stringify(parts), 'hex'));
}

function toItem(key: Key, counted: Counted): Item {
  return { ...key, ...counted, expires: counted.last_ts + KEEP_S };
}

function isUnchanged({ token }: Counted): Condition {
  return hasToken(token, () => new Contention('Another attempt was counted'));
}

/** Computes the seconds until another attempt is allowed. */
function computeWait({ limit, before }: Counter): number {
  if (!before) return 0;
  const beyond = countNow(before) - limit.free;
  return beyond < 0 ? 0 : Math.max(0, Math.min(limit.maxWaitS, 2 ** beyond) - computeElapsed(before));
}

/** The distance in either direction: after a clock was set back, stored times lie in the future, and no client may have to wait for them. */
function computeElapsed({ last_ts }: Counted): number {
  return Math.abs(nowTs() - last_ts);
}

function countNow(counted: Counted): number {
  return Math.max(0, counted.count - Math.floor(computeElapsed(counted) / DECAY_S));
}

function addOne(before: Counted | undefined): Counted {
  const count = before ? countNow(before) + 1 : 1;
  return { token: randomUUID(), count, last_ts: nowTs(), is_known: before?.is_known ?? false };
}
