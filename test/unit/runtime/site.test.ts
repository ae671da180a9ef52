import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderRefusal, withSite } from '../../../functions/runtime/site.ts';
import { ApiError, NotFound, Unavailable } from '../../../shared/platform/core/errors.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';
import { httpEvent } from '../../support/web/event.ts';
import { until } from '../../support/time/until.ts';

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

type Site = NonNullable<Awaited<ReturnType<Parameters<typeof withSite>[0]>>>;

/** A site whose pages are all made by `answer`. */
function serveAnswers(answer: Site['answer']) {
  const serve = withSite(
    () => ({ answer }),
    () => Promise.resolve(OTHER),
  );
  return async (path: string, headers: Record<string, string> = {}) =>
    await serve(httpEvent({ path, headers }));
}

// No page expires within a test unless it says so.
beforeEach(() => {
  stopClock();
  asked = [];
  body = '<p>A page</p>';
});

afterEach(() => {
  restoreClock();
  vi.restoreAllMocks();
});

describe('the readers’ site', () => {
  it('answers with one cached page for queries that differ only in unknown or repeated parameters and in order', async () => {
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

  it('caches the newest pages, of at most 20 MB together', async () => {
    const get = createSite();
    body = 'x'.repeat(2_000_000);
    for (let page = 1; page <= 8; page++) await get(`/${page}`);
    asked = [];
    for (let page = 8; page > 4; page--) await get(`/${page}`);
    expect(asked).toEqual([]);
    await get('/1');
    expect(asked).toEqual(['/1?']);
  });

  it('caches no preview', async () => {
    const get = createSite();
    for (let time = 0; time < 2; time++) await get('/story', 'preview=token');
    expect(asked).toHaveLength(2);
  });

  it('caches no page that took longer to make than its lifetime', async () => {
    const releases: (() => void)[] = [];
    const get = serveAnswers(async () => {
      const number = releases.length + 1;
      await new Promise<void>(resolve => releases.push(resolve));
      return { status: 200, type: 'text/html', body: `page ${number}` };
    });
    const slow = get('/story');
    await until(() => expect(releases).toHaveLength(1));
    advanceClock(3);
    const next = get('/story');
    await until(() => expect(releases).toHaveLength(2));
    for (const release of releases) release();

    expect(await slow).toMatchObject({ body: 'page 1', headers: { 'cache-control': 'public, max-age=0' } });
    expect(await next).toMatchObject({ body: 'page 2', headers: { 'cache-control': 'public, max-age=3' } });
    expect((await get('/story')).body).toBe('page 2');
  });

  it('answers 413 with a page for browsers, and with an error of the API for programs, when a page is too long', async () => {
    const get = serveAnswers(() => Promise.resolve({ status: 413, type: 'text/html', body: 'Too long' }));

    const shown = await get('/', { accept: 'text/html' });
    const refused = await get('/');

    expect(shown).toMatchObject({ statusCode: 413, body: 'Too long' });
    expect(refused.statusCode).toBe(413);
    expect(JSON.parse(refused.body).status.code).toBe('too_large');
  });

  it('answers 503 with Retry-After and without a trace, stored by no one, while a page can’t be shown', async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const failure = { cause: new Error('secret table'), retryAfterS: 7 };
    let isFailing = true;
    const get = serveAnswers(() =>
      Promise.resolve(
        isFailing
          ? { status: 503, type: 'text/html', body: '<p>Later</p>', failure }
          : { status: 200, type: 'text/html', body: '<p>Now</p>' },
      ),
    );
    const page = await get('/story', BROWSER);
    const program = await get('/story', {});

    const headers = { 'retry-after': '7', 'cache-control': 'no-store' };
    expect(page).toMatchObject({ statusCode: 503, body: '<p>Later</p>', headers });
    expect(program).toMatchObject({ statusCode: 503, headers });
    expect(JSON.parse(program.body)).toMatchObject({ status: { code: 'unavailable' }, data: null });
    expect(program.body).not.toContain('secret');
    isFailing = false;
    expect((await get('/story', BROWSER)).body).toBe('<p>Now</p>');
  });
});

const BROWSER = { accept: 'text/html,*/*' };

describe('renderRefusal()', () => {
  const busy = new ApiError(503, 'unavailable', 'Busy', { headers: { 'retry-after': '6' } });

  it('answers a browser that asked for a page with a page, which tells when to come back', () => {
    const refused = renderRefusal(busy, httpEvent({ path: '/news', headers: { Accept: 'text/html' } }));
    expect(refused).toMatchObject({ statusCode: 503, body: expect.stringContaining('<h1>') });
    expect(refused.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '6',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("script-src 'none'"),
    });
  });

  it.each([
    ['a call of the API', new Unavailable(), { path: '/api/1.3/posts', headers: BROWSER }],
    ['a program', new Unavailable(), { path: '/news' }],
    ['a write', new Unavailable(), { method: 'POST', path: '/news', headers: BROWSER }],
    ['another error', new NotFound('x'), { path: '/news', headers: BROWSER }],
  ])('answers %s with the error of the API', (_what, error, asked) => {
    expect(JSON.parse(renderRefusal(error, httpEvent(asked)).body).data).toBeNull();
  });
});
