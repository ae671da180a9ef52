import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { withPages } from '../../../functions/runtime/pages.ts';
import { writePages } from '../../../infra/bundle/pages.ts';
import { buildDesk } from '../../../infra/pages/desk/build.ts';
import { httpEvent } from '../../support/event.ts';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
function others() {
  return Promise.resolve({ statusCode: 404, headers: {}, body: '', isBase64Encoded: false });
}

const pages = withPages(folder, others);
function get(path: string, headers: Record<string, string> = {}) {
  return pages(httpEvent({ path, headers }));
}

beforeAll(() => writePages(folder, { document: '{"openapi":"3.1.0"}', timeZone: 'Asia/Tokyo' }));

describe('withPages()', () => {
  it('serves the desk and the reference with strict security headers', async () => {
    const { 'index.html': html } = await buildDesk('Asia/Tokyo');
    const desk = await get('/desk/');

    expect(desk).toMatchObject({
      statusCode: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self';/),
        'x-content-type-options': 'nosniff',
        etag: expect.stringMatching(/^"[\w-]{16}"$/),
      },
    });
    expect(Buffer.from(desk.body, 'base64').toString()).toBe(html);
    for (const path of [
      '/desk/desk.js',
      '/desk/desk.css',
      '/docs/',
      '/docs/page.js',
      '/docs/swagger-ui-bundle.js',
    ])
      expect((await get(path)).statusCode).toBe(200);
    expect(Buffer.from((await get('/docs/openapi.json')).body, 'base64').toString()).toBe(
      '{"openapi":"3.1.0"}',
    );
  });

  it('compresses files for clients that accept gzip, and answers 304 when the ETag matches', async () => {
    const compressed = await get('/desk/desk.js', { 'accept-encoding': 'gzip, br' });
    const plain = await get('/desk/desk.js');
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(Buffer.from(compressed.body, 'base64')).toString('base64')).toBe(plain.body);
    expect(await get('/desk/desk.js', { 'if-none-match': plain.headers.etag! })).toMatchObject({
      statusCode: 304,
      body: '',
    });
  });

  it('redirects to the folder, because pages name their files relatively', async () => {
    expect(await get('/desk')).toMatchObject({ statusCode: 308, headers: { location: '/desk/' } });
  });

  it.each([
    '/',
    '/other/',
    '/desk/nothing.js',
    '/desk/pages.json',
    '/desk/../pages.json',
    '/desk/constructor',
    '/api/1.3/posts',
  ])('passes %s on to the API', async path => {
    expect((await get(path)).statusCode).toBe(404);
  });

  it('passes other methods than GET on to the API', async () => {
    expect((await pages(httpEvent({ method: 'POST', path: '/desk/' }))).statusCode).toBe(404);
  });

  it('passes every path on when the deployment has no pages', async () => {
    const none = withPages(join(folder, 'nowhere'), others);
    for (const path of ['/desk', '/desk/', '/docs/']) {
      expect((await none(httpEvent({ path }))).statusCode).toBe(404);
    }
  });
});
