import { afterEach, describe, expect, it } from 'vitest';
import { Conflict } from '../../../shared/platform/core/errors.ts';
import { handlersFromSources, type Handlers } from '../../../infra/aws-local/lambda/handlers.ts';
import { scanItems } from '../../../infra/cli/scan.ts';
import { hasVersion, isNew } from '../../../shared/platform/store/condition.ts';
import { Contention, retryContended } from '../../../shared/platform/store/retry.ts';
import { getItem, getItems, keyText, queryItems } from '../../../shared/platform/store/table.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { claim } from '../../../shared/platform/store/records/unique.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';
import { useEngines } from '../../support/aws/engines.ts';
import { Hostility, type Rates } from '../../support/aws/hostility.ts';

// The SDK's own retries need the SDK's requests.
process.env.ENGINES_OVER_HTTP = 'yes';
const reads = new Hostility(1, { stale: 1 });
useEngines({ viewStale: reads.viewStale });

let end: (() => void) | undefined;
afterEach(() => {
  end?.();
  restoreClock();
});

/** From now on, calls meet only this. */
function meet(rates: Partial<Rates>, seed = 1): Hostility {
  const hostility = new Hostility(seed, rates);
  end = hostility.disturbCalls();
  return hostility;
}

let number = 0;
const aKey = () => ({ pk: `hostile#${++number}`, sk: 's' });

describe('a read that is not consistent', () => {
  it('returns an older state for a second, and a consistent read never', async () => {
    stopClock();
    const key = aKey();
    for (let version = 1; version <= 5; version++) await new Transaction().put({ ...key, version }).commit();
    const seen = new Set<unknown>();
    for (let count = 0; count < 30; count++) {
      seen.add((await getItem(key, { consistent: false }))?.version);
      expect(await getItem(key, { consistent: true })).toMatchObject({ version: 5 });
      const [queried] = await queryItems({ pk: key.pk, consistent: true });
      expect(queried).toMatchObject({ version: 5 });
    }
    expect(seen.size).toBeGreaterThan(2);
    advanceClock(2);
    expect(await getItem(key, { consistent: false })).toMatchObject({ version: 5 });
  });

  it('returns an older state when it scans, and a consistent scan never', async () => {
    stopClock();
    const key = aKey();
    for (let version = 1; version <= 5; version++) await new Transaction().put({ ...key, version }).commit();
    const scan = async (ConsistentRead: boolean): Promise<unknown> => {
      for await (const { pk, version } of scanItems({ ConsistentRead })) if (pk === key.pk) return version;
      return undefined;
    };
    const seen = new Set<unknown>();
    for (let count = 0; count < 30; count++) {
      seen.add(await scan(false));
      expect(await scan(true)).toBe(5);
    }
    expect(seen.size).toBeGreaterThan(2);
  });

  it('returns the items of one transaction in different states', async () => {
    stopClock();
    const keys = [aKey(), aKey()];
    for (let version = 1; version <= 5; version++) {
      const transaction = new Transaction();
      for (const key of keys) transaction.put({ ...key, version });
      await transaction.commit();
    }
    const torn = async () => {
      const items = await getItems(keys, { consistent: false });
      return new Set(keys.map(key => items.get(keyText(key))?.version)).size > 1;
    };
    const reads = await Promise.all(Array.from({ length: 20 }, torn));
    expect(reads).toContain(true);
  });
});

describe('a write whose answer is lost', () => {
  it('commits once, and its repetition finds neither a conflict nor its own unique value', async () => {
    const hostility = meet({ lostAnswers: 0.2 });
    for (let round = 0; round < 10; round++) {
      const key = aKey();
      const transaction = new Transaction().put({ ...key, version: 1 }, isNew);
      claim(transaction, 'url', { from: null, to: key.pk, id: round, taken: () => new Conflict('taken') });
      await transaction.commit();
      await new Transaction().put({ ...key, version: 2 }, hasVersion(1)).commit();
      expect(await getItem(key, { consistent: true })).toMatchObject({ version: 2 });
    }
    expect(hostility.counts.lostAnswers).toBeGreaterThan(3);
  });
});

describe('a call that is throttled', () => {
  it('is repeated by the SDK', async () => {
    const hostility = meet({ throttled: 0.3 });
    for (let round = 0; round < 5; round++) await getItem(aKey(), { consistent: true });
    expect(hostility.counts.throttled).toBeGreaterThan(0);
  });

  it('throws Contention when it is a transaction, which the service repeats', async () => {
    meet({ throttled: 1 });
    const write = () => new Transaction().put(aKey(), isNew).commit();
    await expect(write()).rejects.toThrow(Contention);
    end?.();
    meet({ throttled: 0.5 });
    for (let round = 0; round < 5; round++) await retryContended(write);
  });
});

it('getItems() reads a batch to its end when it is answered in part', async () => {
  const keys = Array.from({ length: 5 }, aKey);
  for (const key of keys) await new Transaction().put(key).commit();
  const hostility = meet({ partial: 0.7 });
  expect((await getItems(keys, { consistent: true })).size).toBe(5);
  expect(hostility.counts.partial).toBeGreaterThan(0);
});

describe('an event of the hostile engines', () => {
  it('arrives twice, and its messages in another order', async () => {
    const seen: string[] = [];
    const publisher: Handlers['publisher'] = event => {
      seen.push(JSON.stringify(event));
      return Promise.resolve({ batchItemFailures: [] });
    };
    const doubled = new Hostility(3, { doubled: 1 }).double({ ...handlersFromSources, publisher });
    await doubled.publisher({ Records: ['a', 'b', 'c', 'd', 'e'] });
    expect(seen).toHaveLength(2);
    expect(new Set(seen).size).toBe(2);
    expect(seen.map(event => (JSON.parse(event) as { Records: string[] }).Records.sort().join(''))).toEqual([
      'abcde',
      'abcde',
    ]);
  });
});

it('the hostile engines repeat from the same seed what happens', async () => {
  const run = async () => {
    const hostility = meet({ lostRequests: 0.3, throttled: 0.1 }, 7);
    for (let round = 0; round < 15; round++) await getItem({ pk: 'same', sk: 's' }, { consistent: true });
    end?.();
    return hostility.counts;
  };
  const first = await run();
  expect(await run()).toEqual(first);
  expect(first.lostRequests).toBeGreaterThan(0);
});
