import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi, type Reply } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { sabotaged } from '../../support/api/sabotage.ts';
import { restoreClock, stopClockAt } from '../../support/time/clock.ts';

const LIMIT = 5;
const MINUTE_MS = 60_000;
const api = useApi({ limits: { requestsPerMinute: LIMIT }, features: { publicRead: true } });

// Each test stops the clock in a minute of its own.
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

function listSections(): Promise<Reply> {
  return api.get('/sections');
}

function limitsIn({ headers }: Reply) {
  return [headers.get('ratelimit-policy'), headers.get('ratelimit')];
}

describe('rate limit of a key', () => {
  it('reports the remaining requests and returns 429 beyond them until the minute ends', async () => {
    for (let left = LIMIT - 1; left >= 0; left--)
      expect(limitsIn(await listSections())).toEqual(['"key";q=5;w=60', `"key";r=${left};t=40`]);
    at(50);
    const refused = await listSections();
    expectRefused(refused, 429, 'too_many_requests', 'A key may make 5 requests in 60 seconds');
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(limitsIn(refused)).toEqual(['"key";q=5;w=60', '"key";r=0;t=10']);
    at(60);
    expect((await listSections()).status).toBe(200);
  });

  it('counts all requests of a key together, also simultaneous and failed ones', async () => {
    const replies = ['/sections', '/tags', '/posts', '/badges', '/posts/1', '/drafts'].flatMap(path => [
      api.get(path),
      api.get(path),
    ]);
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(statuses.filter(status => status !== 429)).toHaveLength(LIMIT);
  });

  it('does not limit other keys or requests without a key', async () => {
    for (let time = 0; time <= LIMIT; time++) await listSections();
    at(61);
    const { key } = await api.makeKey('Editor');
    for (let time = 0; time < LIMIT; time++) await listSections();
    expect((await listSections()).status).toBe(429);
    expect((await api.get('/sections', { key })).status).toBe(200);
    const open = await api.get('/sections', { key: null });
    expect([open.status, ...limitsIn(open)]).toEqual([200, null, null]);
  });

  it.skipIf(DEPLOYED)('admits a request when the counter fails', async () => {
    process.env.LOG_LEVEL = 'silent';
    const reply = await sabotaged(new Error('no counter today'), listSections, ['UpdateItemCommand']);
    expect([reply.status, ...limitsIn(reply)]).toEqual([200, null, null]);
  });
});
