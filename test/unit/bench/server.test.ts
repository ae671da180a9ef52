import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { article } from '../../bench/peers/article.ts';
import { press } from '../../bench/peers/load.ts';
import type { Product } from '../../bench/peers/product.ts';
import { CACHE } from '../../bench/peers/project.ts';
import { READS } from '../../bench/peers/reads.ts';
import { isSearchable } from '../../bench/peers/searchable.ts';
import { Server } from '../../bench/peers/server.ts';

const REQUESTS = {
  get: (id: string) => `/${id}`,
  newest: '/',
  tagged: (tag: string) => `/${tag}`,
  create: { path: '/', body: () => ({}), readId: String },
};

let tokens = 0;

/** A product that answers with the header of the request, and without search. It counts the headers that it makes. */
const product: Product = {
  name: 'echo',
  title: 'Echo 1.0',
  indexesLater: false,
  headers: () => ({ authorization: `token ${++tokens}` }),
  fingerprint: () => '',
  install: () => Promise.resolve(),
  start: ({ data, port }) => ({
    command: 'env',
    args: [
      process.execPath,
      '--eval',
      `require('node:http').createServer((request, response) => response.end(request.headers.authorization)).listen(${port})`,
    ],
    cwd: data,
    env: {},
  }),
  readyPath: '/',
  open: () => Promise.resolve(REQUESTS),
};

describe('server of a product with a command, changing headers and no search', () => {
  let server: Server;

  beforeAll(async () => {
    await mkdir(CACHE, { recursive: true });
    const start = () => Server.start(product, CACHE);
    // In the moment between its choice and its use, another process may take the port.
    server = await start().catch(start);
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
  });

  it('makes headers for each single request', async () => {
    const made = tokens;

    expect(await server.text('GET', '/')).toBe(`token ${made + 1}`);
    expect(await server.text('GET', '/')).toBe(`token ${made + 2}`);
  });

  it('makes headers once for a load', async () => {
    const made = tokens;
    await press(server, { connections: 2, seconds: 1, method: 'GET', paths: ['/'] });

    expect(tokens).toBe(made + 1);
  });

  it('omits the read by search, and throws when a search for a post is awaited', async () => {
    const requests = await server.open();
    const entrant = { product, server, requests, data: '', ids: ['1'], newest: 1 };

    expect(READS.filter(({ paths }) => paths(entrant).length === 0).map(({ cell }) => cell)).toEqual([
      'search',
    ]);
    await expect(isSearchable(server, requests, article(1))).rejects.toThrow('Echo 1.0 has no search');
  });
});
