import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEPLOYED } from '../support/deployed/functions.ts';
import { useApi, type Reply } from './support/api.ts';
import { expectRefused } from './support/refused.ts';
import { sabotaged } from './support/sabotage.ts';
import { restoreClock, stopClockAt } from '../support/clock.ts';

const LIMIT = 5;
const MINUTE_MS = 60_000;
const api = useApi({ limits: { requestsPerMinute: LIMIT }, features: { publicRead: true } });

// Minutes of their own, in which the clock stands still.
let minute = Math.floor(Date.now() / MINUTE_MS);
function at(second: number): void {
  stopClockAt(minute * MINUTE_MS + second * 1000);
}

beforeEach(() => {
  minute += 10;
  at(20);
});
afterEach(() => {
  restoreClock();
});

function ask(): Promise<Reply> {
  return api.get('/sections');
}

function told({ headers }: Reply) {
  return [headers.get('ratelimit-policy'), headers.get('ratelimit')];
}

describe('a key', () => {
  it('is told what it may still ask for, and refused beyond it until the minute is over', async () => {
    for (let left = LIMIT - 1; left >= 0; left--)
      expect(told(await ask())).toEqual(['"key";q=5;w=60', `"key";r=${left};t=40`]);
    at(50);
    const refused = await ask();
    expectRefused(refused, 429, 'too_many_requests', 'A key may make 5 requests in 60 seconds');
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(told(refused)).toEqual(['"key";q=5;w=60', '"key";r=0;t=10']);
    at(60);
    expect((await ask()).status).toBe(200);
  });

  it('has one budget for all that it asks for, also at once, and for what is refused', async () => {
    const asked = ['/sections', '/tags', '/posts', '/badges', '/posts/1', '/drafts'].flatMap(path => [
      api.get(path),
      api.get(path),
    ]);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter(status => status !== 429)).toHaveLength(LIMIT);
  });

  it('keeps no other key, and nobody without one, from asking', async () => {
    for (let time = 0; time <= LIMIT; time++) await ask();
    at(61);
    const { key } = await api.keyOf('Editor');
    for (let time = 0; time < LIMIT; time++) await ask();
    expect((await ask()).status).toBe(429);
    expect((await api.get('/sections', { key })).status).toBe(200);
    const open = await api.get('/sections', { key: null });
    expect([open.status, ...told(open)]).toEqual([200, null, null]);
  });

  it.skipIf(DEPLOYED)('is let through when it can’t be counted', async () => {
    process.env.LOG_LEVEL = 'silent';
    const reply = await sabotaged(new Error('no counter today'), ask, ['UpdateItemCommand']);
    expect([reply.status, ...told(reply)]).toEqual([200, null, null]);
  });
});
