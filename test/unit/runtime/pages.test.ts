import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { pagesIn } from '../../../functions/runtime/page-folder.ts';
import { withPages } from '../../../functions/runtime/pages.ts';
import { writePages } from '../../../infra/bundle/pages.ts';
import { buildDesk } from '../../../infra/sites/desk/build.ts';
import { httpEvent } from '../../support/web/event.ts';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
function others() {
  return Promise.resolve({ statusCode: 404, headers: {}, body: '', isBase64Encoded: false });
}

const pages = withPages(pagesIn(folder), others);
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

  it('compresses texts for clients that accept it, and answers 304 when the ETag matches', async () => {
    const plain = await get('/desk/desk.js');
    for (const [coding, unpack] of Object.entries({ gzip: gunzipSync, br: brotliDecompressSync })) {
      const compressed = await get('/desk/desk.js', { 'accept-encoding': coding });
      expect(compressed.headers['content-encoding']).toBe(coding);
      expect(unpack(Buffer.from(compressed.body, 'base64')).toString('base64')).toBe(plain.body);
    }
    expect(await get('/desk/desk.js', { 'if-none-match': plain.headers.etag! })).toMatchObject({
      statusCode: 304,
      body: '',
    });
  });

  it('sends a picture as it is, because it is compressed already', async () => {
    const { headers, body } = await get('/docs/favicon-32x32.png', { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(Buffer.from(body, 'base64').subarray(1, 4).toString()).toBe('PNG');
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
    const none = withPages(pagesIn(join(folder, 'nowhere')), others);
    for (const path of ['/desk', '/desk/', '/docs/']) {
      expect((await none(httpEvent({ path }))).statusCode).toBe(404);
    }
  });
});
