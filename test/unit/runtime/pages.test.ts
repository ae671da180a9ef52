import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { pagesIn } from '../../../functions/runtime/page-folder.ts';
import { withPages } from '../../../functions/runtime/pages.ts';
import { writePages } from '../../../infra/bundle/pages.ts';
import { openApi } from '../../../infra/sites/reference/document.ts';
import { packTar } from '../../../infra/client/tar.ts';
import { buildDesk } from '../../../infra/sites/desk/build.ts';
import { httpEvent } from '../../support/web/event.ts';

const document = JSON.stringify(await openApi());
const client = packTar(new Map([['index.js', 'export {};\n']]));
const site = {
  document,
  client,
  timeZone: 'Asia/Tokyo',
  roles: ['Editor'],
  passwords: true,
  singleSignOn: false,
};
const folder = mkdtempSync(join(tmpdir(), 'pages-'));
function others() {
  return Promise.resolve({ statusCode: 404, headers: {}, body: '', isBase64Encoded: false });
}

const pages = withPages(pagesIn(folder), others);
function get(path: string, headers: Record<string, string> = {}) {
  return pages(httpEvent({ path, headers }));
}

beforeAll(() => writePages(folder, { ...site, siteTitle: 'Tea & Toast', signIn: { passwords: true } }));

describe('withPages()', () => {
  it('serves the desk and the reference with strict security headers', async () => {
    const files = await buildDesk(site);
    const html = files.find(({ name }) => name === 'index.html')!.content;
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
      ...files.map(({ name }) => `/desk/${name}`),
      '/docs/',
      '/docs/page.js',
      '/docs/page.js',
    ])
      expect((await get(path)).statusCode).toBe(200);
    expect(Buffer.from((await get('/docs/openapi.json')).body, 'base64').toString()).toBe(document);
  });

  it('answers the desk’s page at the address of each of its views', async () => {
    const { body } = await get('/desk/');
    for (const path of ['/desk/posts/12', '/desk/posts/12/history', '/desk/new/new-1', '/desk/unknown'])
      expect((await get(path)).body).toBe(body);
  });

  it('lets browsers keep the files whose names have a hash, and ask for the page each time', async () => {
    expect((await get('/desk/')).headers['cache-control']).toBe('no-cache');
    expect((await get('/desk/frame.html')).headers['cache-control']).toBe('no-cache');
    for (const { name } of (await buildDesk(site)).filter(file => !file.name.endsWith('.html')))
      expect((await get(`/desk/${name}`)).headers['cache-control']).toBe(
        'public, max-age=31536000, immutable',
      );
  });

  it('shows the desk’s frame without any right to run scripts', async () => {
    const { headers } = await get('/desk/frame.html');
    expect(headers['content-security-policy']).toMatch(/^sandbox allow-same-origin; .*script-src 'none'/);
  });

  it('compresses texts for clients that accept it, and answers 304 when the ETag matches', async () => {
    const files = await buildDesk(site);
    const script = `/desk/${files.find(({ name }) => name.startsWith('main-'))!.name}`;
    const plain = await get(script);
    for (const [coding, unpack] of Object.entries({ gzip: gunzipSync, br: brotliDecompressSync })) {
      const compressed = await get(script, { 'accept-encoding': coding });
      expect(compressed.headers['content-encoding']).toBe(coding);
      expect(unpack(Buffer.from(compressed.body, 'base64')).toString('base64')).toBe(plain.body);
    }
    expect(await get(script, { 'if-none-match': plain.headers.etag! })).toMatchObject({
      statusCode: 304,
      body: '',
    });
  });

  it('sends the client as it is, because it is compressed already', async () => {
    const { headers, body } = await get('/client.tgz', { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({
      'content-type': 'application/gzip',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(Buffer.from(body, 'base64')).toEqual(client);
  });

  it('redirects to the folder with the query, because pages name their files relatively', async () => {
    expect(await get('/desk')).toMatchObject({ statusCode: 308, headers: { location: '/desk/' } });
    expect(await pages(httpEvent({ path: '/sign-in', query: 'next=/docs/' }))).toMatchObject({
      statusCode: 308,
      headers: { location: '/sign-in/?next=/docs/' },
    });
  });

  it('lets nobody frame the sign-in page, nor any other script run in it', async () => {
    const { headers, body } = await get('/sign-in/');

    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
    const html = Buffer.from(body, 'base64').toString();
    expect(html).toContain('Tea &amp; Toast');
    expect(html).not.toMatch(/<script(?! type="module" src)|\son\w+=|style=/);
  });

  it.each(['/', '/other/', '/desk/nothing.js', '/desk/pages.json', '/desk/../pages.json', '/api/1.3/posts'])(
    'passes %s on to the API',
    async path => {
      expect((await get(path)).statusCode).toBe(404);
    },
  );

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
