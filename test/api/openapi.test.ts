import { expect, it } from 'vitest';
import { routeList } from '../../functions/routes/index.ts';
import { useApi } from './support/api.ts';

const api = useApi();

function ask(init: RequestInit = {}) {
  return fetch(new URL('/openapi.json', api.stack.url), init);
}

it('GET /openapi.json answers without a key and is cacheable', async () => {
  const response = await ask();
  const document: any = await response.json();

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(routeList.map(({ path }) => path)));
});

it('GET /openapi.json answers with gzip only when the client accepts it', async () => {
  const zipped = await ask({ headers: { 'accept-encoding': 'gzip' } });
  const plain = await ask({ headers: { 'accept-encoding': 'identity' } });

  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.has('content-encoding')).toBe(false);
  expect(await zipped.text()).toBe(await plain.text());
});

it('GET /openapi.json returns 304 when If-None-Match has the ETag', async () => {
  const tag = (await ask()).headers.get('etag')!;
  const response = await ask({ headers: { 'if-none-match': tag } });

  expect(response.status).toBe(304);
  expect(await response.text()).toBe('');
});

it('POST /openapi.json returns 405', async () => {
  const response = await ask({ method: 'POST' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET');
});
