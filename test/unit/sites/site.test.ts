import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Theme } from '../../../shared/platform/site/theme-schema.ts';
import { Site } from '../../../infra/sites/reader/site.ts';

/** The page of a path on a site whose API answers all calls in this way. */
async function show(path: string, respond: (url: string) => Promise<Response>, query = '') {
  const site = new Site({
    api: 'http://api.invalid',
    title: 'The Courier',
    language: 'en',
    timeZone: 'UTC',
    baseUrl: 'https://courier.example',
    theme: v.parse(Theme, {}),
    css: '',
    fetch: respond,
  });
  return await site.answer(path, new URLSearchParams(query));
}

function refusal(status: number, headers: Record<string, string> = {}): () => Promise<Response> {
  const body = JSON.stringify({
    status: { code: 'some_code', messages: ['table courier-prod'] },
    data: null,
  });
  return () =>
    Promise.resolve(
      new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } }),
    );
}

describe('Site', () => {
  it.each([
    ['429', refusal(429, { 'retry-after': '40' }), 40],
    ['503', refusal(503, { 'retry-after': '7' }), 7],
    ['500', refusal(500), 10],
    ['a page of a proxy', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })), 10],
    ['nothing', () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7')), 10],
  ])(
    'answers 503 with a page that does not name the cause when the API answers %s',
    async (_what, respond, retryAfterS) => {
      for (const path of ['/', '/story']) {
        const { status, body, failure } = await show(path, respond);
        expect(status).toBe(503);
        expect(body).toContain('<h1>This page can’t be shown now</h1>');
        expect(body).not.toMatch(/courier-prod|some_code|ECONNREFUSED|Bad gateway|Error|\bat /);
        expect(body).not.toContain('<nav');
        expect(failure).toMatchObject({ retryAfterS, cause: expect.any(Error) });
      }
    },
  );

  it.each([
    [401, 403, 'This site is not open yet'],
    [404, 404, 'This page does not exist'],
    [400, 404, 'This page does not exist'],
    [413, 413, 'This page is too long to be shown'],
  ])('answers a refusal with %i by a page with %i', async (refused, status, title) => {
    const answer = await show('/', refusal(refused));
    expect(answer).toMatchObject({ status, body: expect.stringContaining(`<h1>${title}</h1>`) });
    expect(answer.failure).toBeUndefined();
  });

  it.each([
    ['/', 'cursor=old', '/'],
    ['/news', 'cursor=old&newer=older', '/news'],
    ['/tags/a?b', 'cursor=old', '/tags/a%3Fb'],
    ['/search', 'q=a+b&cursor=old', '/search?q=a+b'],
    ['//other.example', 'cursor=old', '/other.example'],
  ])('leads from the dead cursor of %s?%s to the first page', async (path, query, location) => {
    const answer = await show(path, refusal(400), query);
    expect(answer).toMatchObject({ status: 302, location });
  });

  it.each([
    ['a long phrase, cut after its last whole word', 'kestrels '.repeat(30), 'kestrels '.repeat(22).trim()],
    ['a long word', '\u{1F600}'.repeat(250), '\u{1F600}'.repeat(200)],
    ['words with control characters', 'a\u0000b\tc\u0007', 'ab c'],
  ])('searches for %s', async (_what, q, phrase) => {
    const asked: string[] = [];
    const answer = await show('/search', respondWithNothing(asked), new URLSearchParams({ q }).toString());
    expect(answer.status).toBe(200);
    expect(asked.flatMap(url => new URL(url).searchParams.get('phrase') ?? [])).toEqual([phrase]);
  });

  it('offers a search when the phrase shows nothing', async () => {
    const asked: string[] = [];
    const { status, body } = await show('/search', respondWithNothing(asked), 'q=%00%E2%80%8B');
    expect(status).toBe(200);
    expect(body).toContain('Which story are you looking for?');
    expect(asked.filter(url => url.includes('phrase'))).toEqual([]);
  });
});

describe('an address of WordPress', () => {
  it.each([
    ['/none', 2],
    ['/none/', 2],
    ['/category/none/feed/', 2],
    ['/category/none/amp', 2],
    ['/tag/none/', 4],
    ['/author/none/feed', 3],
    ['/none/amp/', 3],
    ['/none/feed', 3],
    ['/page/2/', 2],
  ])(
    '%s costs %i calls to the API: for sections, a post, and at most one more, or two for a tag',
    async (path, calls) => {
      const asked: string[] = [];
      await show(path, url => {
        asked.push(url);
        const status = { code: 'not_found', messages: [] };
        if (url.includes('/posts/permalink'))
          return Promise.resolve(Response.json({ status, data: null }, { status: 404 }));
        return Promise.resolve(Response.json(url.includes('/authors') ? { data: [] } : []));
      });
      expect(asked).toHaveLength(calls);
    },
  );
});

/** Answers every call by an empty list. @param asked gets the addresses of the calls */
function respondWithNothing(asked: string[]): (url: string) => Promise<Response> {
  return url => {
    asked.push(url);
    return Promise.resolve(new Response('[]', { headers: { 'content-type': 'application/json' } }));
  };
}
