import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withSite } from '../../../functions/runtime/site.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/clock.ts';
import { httpEvent } from '../../support/event.ts';

const OTHER = { statusCode: 404, headers: {}, body: 'other', isBase64Encoded: false };
let asked: string[] = [];
let body: string;

function createSite() {
  const site = {
    answer: (path: string, query: URLSearchParams) => {
      asked.push(`${path}?${query.toString()}`);
      return Promise.resolve({ status: 200, type: 'text/html', body });
    },
  };
  const serve = withSite(
    () => site,
    () => Promise.resolve(OTHER),
  );
  return async (path: string, query = '') => await serve(httpEvent({ path, query }));
}

// No page expires within a test unless it says so.
beforeEach(() => {
  stopClock();
  asked = [];
  body = '<p>A page</p>';
});

afterEach(restoreClock);

describe('the readers’ site', () => {
  it('shows one kept page under every query that differs only in unknown or repeated parameters and in order', async () => {
    const get = createSite();
    for (const query of ['', 'c=1', 'c=2&utm_source=x', 'Q=1', `${'y'.repeat(9_000)}=1`])
      expect((await get('/story', query)).body).toBe(body);
    expect(asked).toEqual(['/story?']);
    for (const query of ['q=a&cursor=b', 'cursor=b&q=a', 'cursor=b&x=1&q=a&q=c&cursor=d'])
      await get('/search', query);
    expect(asked).toEqual(['/story?', '/search?q=a&cursor=b']);
  });

  it('makes a page for simultaneous requests once, and again after two seconds', async () => {
    const get = createSite();
    await Promise.all([get('/story'), get('/story', 'c=1'), get('/story')]);
    expect(asked).toHaveLength(1);
    advanceClock(3);
    await get('/story');
    expect(asked).toHaveLength(2);
  });

  it('keeps pages of at most 20 MB of memory together, the newest ones', async () => {
    const get = createSite();
    body = 'x'.repeat(2_000_000);
    for (let page = 1; page <= 8; page++) await get(`/${page}`);
    asked = [];
    for (let page = 8; page > 4; page--) await get(`/${page}`);
    expect(asked).toEqual([]);
    await get('/1');
    expect(asked).toEqual(['/1?']);
  });

  it('keeps no preview', async () => {
    const get = createSite();
    for (let time = 0; time < 2; time++) await get('/story', 'preview=token');
    expect(asked).toHaveLength(2);
  });
});
