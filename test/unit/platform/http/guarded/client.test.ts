import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { guardedFetch, type OutgoingRequest } from '../../../../../shared/platform/http/guarded/client.ts';
import { advanceClock, nextWakeMs, restoreClock } from '../../../../support/time/clock.ts';
import { startWeb, type Web } from '../../../../support/web/web.ts';

const MEGABYTE = 1_000_000;
/** Ends only what hangs. */
const PATIENCE_MS = 600_000;
/** Tests of time-outs replace it. */
let afterRequest = (): void => undefined;

function send(encoding: string, body: Buffer): RequestListener {
  return (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body);
}

const pages: Record<string, RequestListener> = {
  '/plain': (_, response) => response.end('hello'),
  '/gzip': send('gzip', gzipSync('hello')),
  '/br': send('br', brotliCompressSync('hello')),
  '/identity': send('Identity', Buffer.from('hello')),
  '/x-gzip': send('x-gzip', gzipSync('hello')),
  '/br-cut': send(
    'br',
    brotliCompressSync(`hello ${randomBytes(50_000).toString('hex')}`).subarray(0, 40_000),
  ),
  '/deflate': send('deflate', deflateSync('hello')),
  '/deflate-raw': send('deflate', deflateRawSync('hello')),
  '/deflate-empty': send('deflate', Buffer.alloc(0)),
  '/gzip-cut': send('gzip', gzipSync('hello '.repeat(1000)).subarray(0, -8)),
  '/gzip-broken': send('gzip', Buffer.from('not gzip at all')),
  '/unknown-encoding': send('zstd', Buffer.from('hello')),
  '/bomb': send('gzip', gzipSync(Buffer.alloc(10 * MEGABYTE))),
  '/missing': (_, response) => response.writeHead(404).end('gone'),
  '/echo': (request, response) => response.end(JSON.stringify(request.headers)),
  '/away': (_, response) => response.writeHead(302, { location: 'http://elsewhere.example/' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/nowhere': (_, response) => response.writeHead(302).end('no location'),
  '/silent': () => undefined,
  '/silent-body': (_, response) => response.flushHeaders(),
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('abc', () => response.destroy());
  },
  '/drip': (_, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/headers': (_, response) => response.writeHead(200, { 'x-large': 'x'.repeat(100_000) }).end(),
};

describe('guardedFetch()', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb((request, response) => {
      pages[request.url ?? '']?.(request, response);
      afterRequest();
    });
  });
  afterAll(async () => web.stop());
  afterEach(() => {
    afterRequest = () => undefined;
    restoreClock();
  });

  const get = (path: string, request: Partial<OutgoingRequest> = {}) =>
    guardedFetch(
      web.origin + path,
      { maxBytes: MEGABYTE, timeoutMs: PATIENCE_MS, ...request },
      { allow: web.allow },
    );

  it.each(['/plain', '/identity', '/gzip', '/x-gzip', '/br', '/deflate', '/deflate-raw'])(
    'reads the body of %s',
    async path => {
      const { status, body, truncated, url } = await get(path);
      expect([status, body.toString(), truncated, url]).toEqual([200, 'hello', false, web.origin + path]);
    },
  );

  it('reads an empty deflated body', async () => {
    expect((await get('/deflate-empty')).body.length).toBe(0);
  });

  it('returns the readable part of a compressed body that is cut off', async () => {
    for (const path of ['/gzip-cut', '/br-cut']) expect((await get(path)).body.toString()).toMatch(/^hello /);
  });

  it('caps the body after decompression', async () => {
    const joined = vi.spyOn(Buffer, 'concat');
    const { body, truncated } = await get('/bomb');
    expect([body.length, truncated]).toEqual([MEGABYTE, true]);
    const inflated = joined.mock.results.map(({ value }) => value.length);
    joined.mockRestore();
    expect(Math.max(...inflated)).toBeLessThan(1.1 * MEGABYTE);
  });

  it('reads only the first bytes when maxBytes is small', async () => {
    expect(await get('/plain', { maxBytes: 2 })).toMatchObject({ body: Buffer.from('he'), truncated: true });
    expect(await get('/plain', { maxBytes: 5 })).toMatchObject({ truncated: false });
    expect(await get('/plain', { maxBytes: 0 })).toMatchObject({ body: Buffer.alloc(0), truncated: true });
  });

  it('does not wait for a body of which it reads nothing, or for the rest of one that is too long', async () => {
    expect(await get('/silent-body', { maxBytes: 0 })).toMatchObject({ status: 200, truncated: true });
    const request = { maxBytes: 2, timeoutMs: PATIENCE_MS };
    expect(await get('/drip', request)).toMatchObject({ body: Buffer.from('xx'), truncated: true });
  });

  it('leaves no timer when it has ended', async () => {
    await get('/plain', { timeoutMs: PATIENCE_MS });
    expect(nextWakeMs()).toBe(Infinity);
  });

  it('returns answers of any status', async () => {
    expect(await get('/missing')).toMatchObject({ status: 404, body: Buffer.from('gone') });
    expect(await get('/nowhere')).toMatchObject({ status: 302 });
  });

  it.each(['/gzip-broken', '/unknown-encoding', '/cut', '/headers'])(
    'throws upstream_failed for %s',
    async path => {
      await expect(get(path)).rejects.toMatchObject({ status: 502, code: 'upstream_failed' });
    },
  );

  it('follows five redirects and no more', async () => {
    const before = web.requests.length;
    await expect(get('/loop')).rejects.toThrow('The address redirects too often');
    expect(web.requests.length - before).toBe(6);
  });

  it.each(['/silent', '/drip'])('times out on %s', async path => {
    afterRequest = () => advanceClock(PATIENCE_MS / 1000);
    await expect(get(path)).rejects.toMatchObject({
      status: 504,
      code: 'upstream_timeout',
      cause: expect.any(Error),
    });
  });

  it('times out when a name takes too long to resolve', async () => {
    const request = { maxBytes: 1, timeoutMs: 100 };
    const never = guardedFetch('http://slow.example/', request, {
      resolve: () => new Promise(() => undefined),
    });
    await expect(never).rejects.toMatchObject({ code: 'upstream_timeout' });
  });

  it('ends when its signal is aborted', async () => {
    const stopping = new AbortController();
    afterRequest = () => stopping.abort();
    await expect(get('/silent', { signal: stopping.signal })).rejects.toMatchObject({
      code: 'upstream_timeout',
    });
  });

  it('throws upstream_failed when the connection is refused, a name does not exist or a header is invalid', async () => {
    const failed = {
      code: 'upstream_failed',
      message: 'The address could not be fetched',
      cause: expect.any(Error),
    };
    const request = { maxBytes: 1, timeoutMs: PATIENCE_MS };
    const refused = guardedFetch('http://127.0.0.1:1/', request, { allow: new Set(['127.0.0.1:1']) });
    await expect(refused).rejects.toMatchObject(failed);
    const none = guardedFetch('http://none.example/', request, { resolve: () => Promise.resolve([]) });
    await expect(none).rejects.toMatchObject(failed);
    await expect(get('/plain', { headers: { 'x-broken': 'a\r\nb' } })).rejects.toMatchObject(failed);
  });

  it('sends its own User-Agent, and neither cookies nor connection headers of the caller', async () => {
    const headers = {
      Cookie: 'a=1',
      Host: 'inner',
      'Proxy-Authorization': 'x',
      'X-Kept': 'yes',
      'User-Agent': 'other',
    };
    const sent: unknown = JSON.parse((await get('/echo', { headers, accept: 'text/html' })).body.toString());
    expect(sent).toEqual({
      'user-agent': expect.stringContaining('Broadsheet'),
      'x-kept': 'yes',
      accept: 'text/html',
      'accept-encoding': 'gzip, br, deflate',
      host: new URL(web.origin).host,
      connection: 'close',
    });
  });

  it('accepts any type unless the caller names one', async () => {
    expect(JSON.parse((await get('/echo')).body.toString())).toMatchObject({ accept: '*/*' });
  });

  it('begins TLS with an https address', async () => {
    let first: number | undefined;
    const server = createServer(socket => {
      socket.once('data', data => {
        first = data[0];
        socket.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const request = { maxBytes: 1, timeoutMs: PATIENCE_MS };
    const failing = guardedFetch(`https://${host}/`, request, { allow: new Set([host]) });
    await expect(failing).rejects.toMatchObject({ code: 'upstream_failed' });
    // The type of a record with a handshake.
    expect(first).toBe(22);
    server.close();
  });

  it('does not send the caller’s headers to another origin after a redirect', async () => {
    const other = await startWeb((request, response) => response.end(JSON.stringify(request.headers)));
    const first = await startWeb((_, response) => response.writeHead(307, { location: other.origin }).end());
    const allow = new Set([...first.allow, ...other.allow]);
    const request = { maxBytes: 1000, timeoutMs: PATIENCE_MS, headers: { authorization: 'secret' } };
    const { body } = await guardedFetch(first.origin, request, { allow });
    expect(body.toString()).not.toContain('secret');
    await Promise.all([first.stop(), other.stop()]);
  });

  it('posts a body and returns a redirect instead of following it', async () => {
    const response = await get('/loop', { method: 'POST', body: '{}' });
    expect(response.status).toBe(302);
  });
});
