import { expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { useApi } from '../../support/api/api.ts';

const api = useApi();

function fetchDocument(init: RequestInit = {}) {
  return fetch(new URL('/openapi.json', api.stack.url), init);
}

it('GET /openapi.json answers without a key and is cacheable', async () => {
  const response = await fetchDocument();
  const document: any = await response.json();

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  expect(response.headers.get('vary')).toBe('accept-encoding, origin');
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(routeList.map(({ path }) => path)));
});

it('GET /openapi.json answers with gzip only when the client accepts it', async () => {
  const gzipped = await fetchDocument({ headers: { 'accept-encoding': 'gzip' } });
  const plain = await fetchDocument({ headers: { 'accept-encoding': 'identity' } });

  expect(gzipped.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.has('content-encoding')).toBe(false);
  expect(await gzipped.text()).toBe(await plain.text());
});

it('GET /openapi.json returns 304 when If-None-Match has the ETag', async () => {
  const tag = (await fetchDocument()).headers.get('etag')!;
  const response = await fetchDocument({ headers: { 'if-none-match': tag } });

  expect(response.status).toBe(304);
  expect(await response.text()).toBe('');
});

it('POST /openapi.json returns 405', async () => {
  const response = await fetchDocument({ method: 'POST' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD');
});

it('GET /openapi.json/ returns the document, as every path with a slash at its end', async () => {
  const response = await fetch(new URL('/openapi.json/', api.stack.url));

  expect(response.status).toBe(200);
  expect(await response.text()).toBe(await (await fetchDocument()).text());
});
