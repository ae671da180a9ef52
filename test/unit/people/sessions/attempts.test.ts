import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countAttempt, forgiveAttempt } from '../../../../shared/people/sessions/attempts.ts';
import { ApiError } from '../../../../shared/platform/core/errors.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { allItems } from '../../../support/table/table.ts';
import { advanceClock, restoreClock, stopClock } from '../../../support/time/clock.ts';

useEngines();
const [OFFICE, STRANGER] = ['192.0.2.1', '198.51.100.1'];
let number = 0;
let account = '';

beforeEach(() => {
  stopClock();
  account = `person${++number}@example.org`;
});
afterEach(restoreClock);

/** Fails to sign in. @returns the seconds to wait when the attempt was refused, 0 when it was counted */
async function fail(address: string, who = account): Promise<number> {
  try {
    await countAttempt(who, address);
    return 0;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 429)) throw error;
    expect(error.code).toBe('too_many_requests');
    return Number(error.headers['retry-after']);
  }
}

async function failOften(times: number, toAddress: (index: number) => string, who?: string): Promise<void> {
  for (let index = 0; index < times; index++) expect(await fail(toAddress(index), who)).toBe(0);
}

/** Each has networks of its own. */
function distinct(index: number): string {
  return `203.0.${number}.${index}`;
}

async function succeed(address: string, who = account): Promise<void> {
  await forgiveAttempt(await countAttempt(who, address));
}

describe('attempts at an account from a network', () => {
  it('each attempt after the fifth must wait twice as long, up to a quarter of an hour', async () => {
    const address = distinct(1);
    await failOften(5, () => address);
    const waits: number[] = [];
    for (let count = 0; count < 12; count++) {
      const waitS = await fail(address);
      waits.push(waitS);
      advanceClock(waitS - 1);
      expect(await fail(address)).toBe(1);
      advanceClock(1);
      expect(await fail(address)).toBe(0);
    }

    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  it('makes attempts free again after a success, and one attempt each hour', async () => {
    const address = distinct(2);
    await failOften(4, () => address);
    await succeed(address);
    await failOften(5, () => address);
    expect(await fail(address)).toBe(1);
    advanceClock(3600);
    expect(await fail(address)).toBe(0);
    expect(await fail(address)).toBe(1);
  });

  it('counts simultaneous attempts one after the other', async () => {
    const address = distinct(3);
    const waits = await Promise.all(Array.from({ length: 12 }, () => fail(address)));

    expect(waits.filter(waitS => waitS === 0)).toHaveLength(5);
    expect(waits.filter(waitS => waitS === 1)).toHaveLength(7);
  });

  it('keeps an attempt counted when another one is right at the same time', async () => {
    const address = distinct(7);
    await failOften(4, () => address);
    const right = await countAttempt(account, address);
    advanceClock(1);
    await fail(address);
    await forgiveAttempt(right);

    expect(await fail(address)).toBe(2);
  });

  it('counts an IPv6 network of a customer as one, and an IPv4 address in either form', async () => {
    for (const [one, other] of [
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
      ['192.0.2.77', '::ffff:192.0.2.77'],
    ] as const) {
      account += 'x';
      await failOften(5, index => (index % 2 === 0 ? one : other));
      expect(await fail(other)).toBe(1);
    }
    expect(await fail('2001:db8:1:3::1')).toBe(0);
  });
});

describe('attempts at all accounts from a network', () => {
  it('attempts must wait after thirty, but not at an account that was signed in to from there', async () => {
    const address = distinct(4);
    const known = 'known@example.org';
    await succeed(address, known);
    for (let index = 0; index < 30; index++) expect(await fail(address, `spray${index}@example.org`)).toBe(0);

    expect(await fail(address, 'another@example.org')).toBe(1);
    expect(await fail(address, known)).toBe(0);
    expect(await fail(distinct(5), 'another@example.org')).toBe(0);
  });

  it('counts no successes', async () => {
    const address = distinct(6);
    for (let index = 0; index < 40; index++) await succeed(address, `colleague${index}@example.org`);

    expect(await fail(address)).toBe(0);
  });
});

describe('attempts at an account from all networks', () => {
  it('attempts must wait after twenty, two minutes at most', async () => {
    await failOften(20, distinct);
    const waits: number[] = [];
    for (let count = 0; count < 9; count++) {
      const waitS = await fail(distinct(100 + count));
      waits.push(waitS);
      advanceClock(waitS);
      expect(await fail(distinct(100 + count))).toBe(0);
    }

    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120]);
  });

  it('cost its owner no time where the account was signed in to within thirty days', async () => {
    await succeed(OFFICE);
    await failOften(20, distinct);
    expect(await fail(STRANGER)).toBe(1);
    expect(await fail(OFFICE)).toBe(0);
    await succeed(OFFICE);
    advanceClock(30 * 86_400);
    await failOften(20, distinct);
    expect(await fail(OFFICE)).toBe(1);
  });
});

it('counters name neither account nor address, and expire', async () => {
  await fail(OFFICE);
  const items = (await allItems()).filter(({ pk }) => String(pk).startsWith('SIGN_IN#'));

  expect(items.length).toBeGreaterThan(0);
  expect(JSON.stringify(items)).not.toMatch(/example\.org|192\.0\.2/);
  for (const { last_ts, expires } of items) expect(expires).toBe(Number(last_ts) + 30 * 86_400);
});
