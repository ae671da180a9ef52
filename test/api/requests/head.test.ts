import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { makePost } from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } });
let id = 0;

interface Raw {
  status: number | undefined;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

/** A request without the headers that fetch adds, and its answer without decoding. */
async function send(method: string, path: string, headers: Record<string, string> = {}): Promise<Raw> {
  const sent = request(new URL(path, api.stack.url), { method, headers, agent: false }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  // These differ between any two answers.
  const { 'x-request-id': _id, date: _date, 'transfer-encoding': _how, ...others } = response.headers;
  return { status: response.statusCode, headers: others, bytes: await buffer(response) };
}

beforeAll(async () => {
  await api.post('/sections', { title: 'News', url: 'news', status: 2 });
  ({ id } = await makePost(api, {
    headline: 'The bridge',
    subheadline: 'Open after two years. '.repeat(60),
    body: '<p>Open.</p>'.repeat(300),
    sections: ['news'],
  }));
});

describe('HEAD request', () => {
  it.each([
    () => `/api/1.3/posts/${id}`,
    () => '/api/1.3/posts',
    () => '/api/1.3/sections',
    () => `/api/1.3/posts/${id}/likes`,
    () => '/feeds/rss.xml',
    () => '/feeds/atom.xml',
    () => '/sitemap.xml',
    () => '/sitemaps/news.xml',
    () => '/openapi.json',
    () => '/docs/',
    () => '/desk/frame.html',
    () => '/',
    () => '/media/avatar.svg',
  ])('returns status and headers of GET and no body: %s', async path => {
    for (const accepted of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': accepted, accept: 'text/html' };
      const full = await send('GET', path(), headers);
      const head = await send('HEAD', path(), headers);
      expect(full.status).toBe(200);
      expect(full.bytes.length).toBeGreaterThan(0);
      expect(head).toEqual({ ...full, bytes: Buffer.alloc(0) });
    }
  });

  it('returns the headers of GET for a path without a resource', async () => {
    for (const path of ['/api/1.3/nothing', '/nothing']) {
      const full = await send('GET', path);
      expect(full.status).toBe(404);
      expect(await send('HEAD', path)).toEqual({ ...full, bytes: Buffer.alloc(0) });
    }
  });

  it('returns errors with their status and without a body', async () => {
    expect(await send('HEAD', '/api/1.3/posts/1')).toMatchObject({ status: 404, bytes: Buffer.alloc(0) });
    expect(await send('HEAD', '/api/1.3/drafts')).toMatchObject({ status: 401, bytes: Buffer.alloc(0) });
    expect(await send('HEAD', '/api/1.1/authors')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  it('returns 304 when If-None-Match has the ETag of GET', async () => {
    const { headers } = await send('GET', `/api/1.3/posts/${id}`);
    const etag = String(headers.etag);
    expect((await send('HEAD', `/api/1.3/posts/${id}`, { 'if-none-match': etag })).status).toBe(304);
  });
});

describe('compressed answer', () => {
  it.each([
    ['/api/1.3/posts', 'br'],
    ['/feeds/rss.xml', 'gzip'],
    ['/', 'br'],
    ['/docs/openapi.json', 'gzip'],
  ])('returns %s in %s, which is smaller and varies by Accept-Encoding', async (path, coding) => {
    const plain = await send('GET', path, { accept: 'text/html' });
    const { headers, bytes } = await send('GET', path, { accept: 'text/html', 'accept-encoding': coding });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers.vary).toMatch(/(^|, )accept-encoding$/);
    expect(headers.etag).not.toBe(plain.headers.etag);
    expect(bytes.length).toBeLessThan(plain.bytes.length);
    expect(plain.headers.vary).toBe(headers.vary);
  });

  it('has an ETag that If-Match accepts', async () => {
    const path = `/posts/${id}`;
    const read = await api.get(path, { headers: { 'accept-encoding': 'br' } });
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    expect((await api.put(path, { subheadline: 'At last' }, { headers })).status).toBe(200);
    expect((await api.put(path, { subheadline: 'Again' }, { headers })).status).toBe(412);
  });
});
