import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../infra/client/source/index.ts';
import { broken, makeClient, reply } from './support/service.ts';

describe('request of the client', () => {
  it('has the API key, and JSON with its content type', async () => {
    const { client, sent } = makeClient([reply({ id: 1 })]);

    await client.posts.edit({ path: { id: 1 }, body: { headline: 'Ä', tags: [] } });

    expect(sent[0]!.headers.get('authorization')).toBe('Bearer the-key');
    expect(sent[0]!.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(sent[0]!.text)).toEqual({ headline: 'Ä', tags: [] });
  });

  it('has neither an API key nor a content type when there is no key and no body', async () => {
    const { client, sent } = makeClient([reply([])], { key: undefined });

    await client.sections.list();

    expect([...sent[0]!.headers]).toEqual([['prefer', 'handling=strict']]);
  });

  it.each(['https://api.example', 'https://api.example//', 'https://api.example/news/'])(
    'goes to the service at %s',
    async url => {
      const { client, sent } = makeClient([reply([])], { url });

      await client.sections.list();

      expect(sent[0]!.url.href).toBe(`${url.replace(/\/+$/, '')}/api/1.3/sections`);
    },
  );

  it.each(['/api/1.3', '/api/1.3/', '/news/api/1.1'])(
    'goes to the service if its URL ends with %s',
    async end => {
      const { client, sent } = makeClient([reply([])], { url: `https://api.example${end}` });

      await client.sections.list();

      expect(sent[0]!.url.pathname).toBe(
        end.startsWith('/news') ? '/news/api/1.3/sections' : '/api/1.3/sections',
      );
    },
  );

  it.each([
    ...[undefined, '', 'nonsense', 'api.example', 'api.example:443', 'ftp://api.example', '/api'],
    ...['https://', 'https://a:b@api.example', 'https://api.example/?a=b', 'https://api.example/#a'],
  ])('is never made to %s, which is no base address: createClient() throws', url => {
    // @ts-expect-error A variable of the environment may be missing.
    expect(() => createClient({ url })).toThrow(/^url: must be an http or https address/);
  });

  it.each(['', '/', '/newsroom/'])('goes to an address relative to the page: %j', async url => {
    vi.stubGlobal('location', new URL('https://example.org/page'));
    onTestFinished(() => void vi.unstubAllGlobals());
    const asked: string[] = [];
    const fetch = (address: string) => {
      asked.push(address);
      return Promise.resolve(reply([]));
    };
    await createClient({ url, fetch }).sections.list();
    expect(asked).toEqual([`${url.replace(/\/$/, '')}/api/1.3/sections`]);
    const failing = createClient({ url, retry: { attempts: 1 }, fetch: () => Promise.reject(broken()) });
    await expect(failing.sections.list()).rejects.toThrow(/^No answer from .*: connect ECONNREFUSED$/);
  });

  it('has encoded path parameters, and throws for one that would change the path', async () => {
    const { client, sent } = makeClient([reply({})]);

    await client.posts.get({ path: { id: 'a/b?c#ü' } });

    expect(sent[0]!.url.href).toBe('https://api.example/api/1.3/posts/a%2Fb%3Fc%23%C3%BC');
    for (const id of ['', '.', '..'])
      await expect(client.posts.get({ path: { id } })).rejects.toThrow('posts/get: path.id');
    expect(sent).toHaveLength(1);
  });

  it('has numbers, flags and lists as the service reads them, and omits undefined parameters', async () => {
    const { client, sent } = makeClient([reply([])]);

    await client.posts.list({
      query: { limit: 5, removed: true, exclude_private: false, tags: ['a b', 'c&d'], order: undefined },
    });

    expect(Object.fromEntries(sent[0]!.url.searchParams)).toEqual({
      limit: '5',
      removed: '1',
      exclude_private: '0',
      tags: 'a b,c&d',
    });
  });

  it('has If-Match with the ETag that answer() returned', async () => {
    const { client, sent } = makeClient([reply({ id: 1 }, { etag: '"3-abc"', 'x-request-id': 'r-1' })]);

    const { etag, requestId, body } = await client.posts.get.answer({ path: { id: 1 } });
    await client.posts.edit({ path: { id: 1 }, body: {}, ifMatch: etag });

    expect({ etag, requestId, body }).toEqual({ etag: '"3-abc"', requestId: 'r-1', body: { id: 1 } });
    expect(sent[1]!.headers.get('if-match')).toBe('"3-abc"');
    // A request with null would be sent without its condition.
    await expect(client.posts.edit({ path: { id: 1 }, body: {}, ifMatch: null })).rejects.toThrow(TypeError);
  });

  it('is a form when the body has files, each field as text', async () => {
    const { client, sent } = makeClient([reply({ id: 1 })]);
    const file = { name: 'a "quoted"\nname.jpg', content: new Uint8Array([1, 2]), type: 'image/jpeg' };

    await client.images.create({
      body: { file: [file], alt: 'line\nline', caption: null, link_target: true },
    });

    const parts = sent[0]!.text.split(/\r?\n?------form-[0-9a-f]{32}(?:--)?\r\n/).slice(1, -1);
    const [, boundary] = sent[0]!.headers.get('content-type')!.split('boundary=');
    expect(sent[0]!.text.startsWith(`--${boundary}\r\n`)).toBe(true);
    expect(parts).toEqual([
      'content-disposition: form-data; name="alt"\r\n\r\nline\r\nline',
      'content-disposition: form-data; name="caption"\r\n\r\n',
      'content-disposition: form-data; name="link_target"\r\n\r\n1',
      'content-disposition: form-data; name="file"; filename="a %22quoted%22%0Aname.jpg"\r\ncontent-type: image/jpeg\r\n\r\n\u0001\u0002',
    ]);
  });
});

describe('answer()', () => {
  it('returns the total and whether the answer is a replay', async () => {
    const { client } = makeClient([reply([], { 'x-total-count': '3', 'idempotent-replayed': 'true' })]);

    expect(await client.sections.list.answer()).toMatchObject({ total: 3, replayed: true, next: null });
  });
});

describe('all()', () => {
  const link = (query: string) => ({ link: `</api/1.3/posts?${query}>; rel="next"` });

  it('yields entry by entry and fetches each page by the link of the last', async () => {
    const { client, sent } = makeClient([
      reply([{ id: 1 }, { id: 2 }], link('limit=2&cursor=c1&offset=1')),
      reply([], link('limit=2&cursor=c2')),
      reply([{ id: 3 }]),
    ]);

    const ids: unknown[] = [];
    for await (const { id } of client.posts.list.all({ query: { limit: 2, offset: 4, tags: ['a'] } }))
      ids.push(id);

    expect(ids).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => url.search)).toEqual([
      '?limit=2&offset=4&tags=a',
      '?limit=2&offset=1&tags=a&cursor=c1',
      '?limit=2&offset=0&tags=a&cursor=c2',
    ]);
  });

  it('does not fetch a page that the loop does not reach', async () => {
    const { client, sent } = makeClient([reply([{ id: 1 }, { id: 2 }], link('cursor=c1'))]);

    for await (const { id } of client.posts.list.all()) if (id === 2) break;

    expect(sent).toHaveLength(1);
  });

  it('yields the items of the catalogue', async () => {
    const { client } = makeClient([reply({ total: 1, items: [{ file_id: 5 }] })]);

    const assets = [];
    for await (const { file_id } of client.dam.list.all()) assets.push(file_id);

    expect(assets).toEqual([5]);
  });
});

describe('answer of the client', () => {
  it.each([
    ['rss.xml', 'application/rss+xml; charset=utf-8', '<rss/>'],
    ['feed.json', 'application/feed+json; charset=utf-8', '{"items":[]}'],
  ])('is the text of %s', async (format, type, text) => {
    const { client, sent } = makeClient([new Response(text, { headers: { 'content-type': type } })]);

    expect(await client.feeds.get({ path: { format }, query: { tag: 'a & b' } })).toBe(text);
    expect(sent[0]!.url.href).toBe(`https://api.example/feeds/${format}?tag=a+%26+b`);
  });
});
