import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { putObject } from '../../../shared/platform/files/objects.ts';
import { useApi } from '../../support/api/api.ts';

const api = useApi();
const KEY = 'images/1/original/x/a.jpg';
const IMMUTABLE = 'public, max-age=31536000, immutable';

beforeAll(async () => {
  const headers = { contentType: 'image/jpeg', cacheControl: IMMUTABLE };
  await putObject({ bucket: 'media', key: KEY }, Buffer.from('0123456789'), headers);
  await putObject({ bucket: 'content', key: 'content/1/secret' }, Buffer.from('secret'));
  await putObject({ bucket: 'media', key: 'other/a.txt' }, Buffer.from('not for the web'));
});

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(`${api.stack.url}/media/${path}`, { method, headers });
}

/** Sends the path unchanged; `fetch` would normalize it. */
function raw(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(api.stack.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, response => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

describe('local media host', () => {
  it('serves files as immutable, with nosniff and a sandbox policy', async () => {
    const response = await get(KEY);

    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '10',
      'cache-control': IMMUTABLE,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      etag: expect.any(String),
    });
  });

  it('answers ranges with 206, and 304 when If-None-Match has the ETag', async () => {
    const part = await get(KEY, { range: 'bytes=2-4' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    expect((await get(KEY, { range: 'bytes=99-' })).status).toBe(416);
    const { headers } = await get(KEY, {}, 'HEAD');
    expect((await get(KEY, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
  });

  it('serves the default avatar', async () => {
    const response = await get('avatar.svg');

    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(await response.text()).toMatch(/^<svg /);
  });

  it.each(['images/1/nothing', 'other/a.txt', 'content/1/secret', '', 'images/'])(
    'returns 404 at %j',
    async path => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it.each([
    '/media/../content/1/secret',
    '/media/images/../../broadsheet-content/content/1/secret',
    '/media/images/%2e%2e/%2e%2e/x',
    '/media/images/%zz',
  ])('returns 404 for the path traversal %s', async path => {
    expect(await raw(path)).toBe(404);
  });

  it('returns 405 for DELETE', async () => {
    const response = await get(KEY, {}, 'DELETE');

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
