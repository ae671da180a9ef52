import { connect } from 'node:net';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { Overloaded } from '../../../infra/aws-local/http-api/overloaded.ts';
import { startGateway } from '../../../infra/local/gateway.ts';
import type { Functions } from '../../../infra/aws-local/http-api/invocation.ts';
import type { HttpEvent } from '../../../shared/platform/http/event.ts';

const ID = '7';
let seen: HttpEvent | undefined;
const echo: Functions = name =>
  Promise.resolve(event => {
    seen = event;
    return Promise.resolve({ statusCode: 200, headers: { name }, body: 'ok', isBase64Encoded: false });
  });

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  beforeWrite?: () => Promise<void>;
}

async function ask(functions: Functions, { method = 'GET', path, headers, body, beforeWrite }: Asked) {
  const afterWrite = vi.fn();
  const gateway = await startGateway({ host: '127.0.0.1', port: 0, beforeWrite, afterWrite, functions });
  try {
    const { port } = gateway.address() as AddressInfo;
    const sent = request({ port, method, path, ...(headers && { headers }) }).end(body);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject);
    });
    return { status: response.statusCode, headers: response.headers, body: await text(response), afterWrite };
  } finally {
    gateway.closeAllConnections();
    gateway.close();
  }
}

describe('the local gateway', () => {
  it('builds the same event as API Gateway', async () => {
    const headers = { 'X-SvcAuth': 'k', 'content-type': 'application/json' };
    await ask(echo, {
      method: 'PUT',
      path: `/api/1.3/posts/${ID}?a=1&b=%2F&a=2`,
      headers,
      body: '{"a":"ü"}',
    });
    expect(seen).toEqual({
      version: '2.0',
      routeKey: 'PUT /api/1.3/posts/{id}',
      rawPath: `/api/1.3/posts/${ID}`,
      rawQueryString: 'a=1&b=%2F&a=2',
      headers: expect.objectContaining({ 'x-svcauth': 'k', 'content-type': 'application/json' }),
      pathParameters: { id: ID },
      requestContext: {
        requestId: expect.stringMatching(/^[\w-]{36}$/),
        http: { method: 'PUT', path: `/api/1.3/posts/${ID}`, sourceIp: '127.0.0.1' },
      },
      body: '{"a":"ü"}',
      isBase64Encoded: false,
    });
  });

  it.each([
    ['image/png', true],
    ['multipart/form-data; boundary=x', true],
    ['Application/JSON; charset=utf-8', false],
    ['text/plain', false],
  ])('passes a body of type %s on with isBase64Encoded %s', async (type, base64) => {
    await ask(echo, {
      method: 'POST',
      path: '/api/1.3/posts',
      headers: { 'content-type': type },
      body: 'abc',
    });
    expect(seen).toMatchObject({ isBase64Encoded: base64, body: base64 ? 'YWJj' : 'abc' });
  });

  it('prefers routes with more literal segments', async () => {
    const name = async (path: string) => (await ask(echo, { path })).headers.name;
    expect(await name('/api/1.3/posts/frontpage')).toBe('posts/frontpage');
    expect(await name('/api/1.3/posts/7')).toBe('posts/get');
    expect(await name('/api/1.3/posts/front%70age')).toBe('posts/frontpage');
    expect(await name('/api/1.3/posts/')).toBe('$default');
    expect(await name('/elsewhere')).toBe('$default');
  });

  it('accepts bodies whose event fits into 6 MB and returns 413 for larger ones', async () => {
    const post = async (type: string, length: number) =>
      (
        await ask(echo, {
          method: 'POST',
          path: '/api/1.3/posts',
          headers: { 'content-type': type },
          body: Buffer.alloc(length, 'a'),
        })
      ).status;
    expect(await post('application/json', 6_200_000)).toBe(200);
    expect(await post('application/json', 6_300_000)).toBe(413);
    expect(await post('image/png', 4_600_000)).toBe(200);
    expect(await post('image/png', 4_800_000)).toBe(413);
    expect(await post('application/json', 11_000_000)).toBe(413);
  });

  it.each([
    '/api/1.3/posts/',
    '/api/1.3/posts/1/',
    '/media/images/',
    '/media/documents/a/',
    '/desk/',
    '/docs/',
    '/',
  ])('returns 414 for a path of 5,000 characters under %s', async start => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { status, headers, body } = await ask(echo, { path: start.padEnd(5000, 'a') });
    expect([status, JSON.parse(body)]).toEqual([
      414,
      { status: { code: 'uri_too_long', messages: ['The path is over 4096 bytes'] }, data: null },
    ]);
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect((await ask(echo, { path: `/api/1.3/posts?a=${'a'.repeat(5000)}` })).status).toBe(200);
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
  });

  it('returns 404 for a file whose key is longer than any object key', async () => {
    const { status } = await ask(echo, { path: '/media/images/'.padEnd(3000, 'a') });
    expect(status).toBe(404);
  });

  it('returns 431 in the common error format for headers that Node.js refuses to read', async () => {
    const { status, body } = await ask(echo, { path: '/', headers: { 'x-long': 'a'.repeat(100_000) } });
    expect([status, JSON.parse(body).status.code]).toEqual([431, 'headers_too_large']);
  });

  it('returns 500 for a function whose response is over 6 MB', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const long = (length: number): Functions => {
      const result = { statusCode: 200, headers: {}, body: 'a'.repeat(length), isBase64Encoded: false };
      return () => Promise.resolve(() => Promise.resolve(result));
    };
    expect((await ask(long(6_290_000), { path: '/api/1.3/posts' })).status).toBe(200);
    const { status, body } = await ask(long(6_292_000), { path: '/api/1.3/posts' });
    expect([status, JSON.parse(body).status.code]).toEqual([500, 'internal_error']);
    error.mockRestore();
  });

  it('decodes a base64 response body', async () => {
    const png: Functions = () =>
      Promise.resolve(() =>
        Promise.resolve({ statusCode: 200, headers: {}, body: 'YWJj', isBase64Encoded: true }),
      );
    expect(await ask(png, { path: '/api/1.3/posts' })).toMatchObject({ status: 200, body: 'abc' });
  });

  it('returns 503 when a function exceeds its time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const never: Functions = () =>
      Promise.resolve(() => new Promise(() => void vi.advanceTimersByTimeAsync(29_000)));
    const { status, headers, body } = await ask(never, { path: '/api/1.3/posts' });
    vi.useRealTimers();
    expect([status, headers['retry-after'], JSON.parse(body).status.code]).toEqual([503, '1', 'unavailable']);
  });

  it('returns a neutral 500 for a function that cannot be loaded or throws', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const broken of [
      () => Promise.reject(new Error('no such file')),
      () => Promise.resolve(() => Promise.reject(new Error('oops'))),
    ]) {
      const { status, body } = await ask(broken, { path: '/api/1.3/posts' });
      expect([status, JSON.parse(body).status.code]).toEqual([500, 'internal_error']);
    }
    expect(error).toHaveBeenCalledTimes(2);
    error.mockRestore();
  });

  it('wakes the outbox worker after requests that may write but not after reads', async () => {
    expect((await ask(echo, { path: '/api/1.3/posts' })).afterWrite).not.toHaveBeenCalled();
    expect((await ask(echo, { method: 'POST', path: '/api/1.3/posts' })).afterWrite).toHaveBeenCalledOnce();
  });

  it('holds back requests that may write, but not reads, until `beforeWrite` resolves', async () => {
    const waits: string[] = [];
    const functions: Functions = async name => {
      const run = await echo(name);
      return async (...args) => {
        waits.push(beforeWrite.mock.settledResults[0]?.type ?? 'none');
        return await run(...args);
      };
    };
    const beforeWrite = vi.fn(() => nextRound());
    await ask(functions, { path: '/api/1.3/posts', beforeWrite });
    await ask(functions, { method: 'POST', path: '/api/1.3/posts', beforeWrite });
    expect(waits).toEqual(['none', 'fulfilled']);
  });

  it('answers a write that `beforeWrite` refuses with 503 and Retry-After', async () => {
    const beforeWrite = (): Promise<void> => Promise.reject(new Overloaded(20_000));
    const { status, headers } = await ask(echo, { method: 'POST', path: '/api/1.3/posts', beforeWrite });
    expect([status, headers['retry-after']]).toEqual([503, '20']);
  });

  it('survives clients that disconnect in the middle of a request, and logs nothing of them', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const gateway = await startGateway({
      host: '127.0.0.1',
      port: 0,
      afterWrite: () => undefined,
      functions: echo,
    });
    const { port } = gateway.address() as AddressInfo;
    await new Promise<void>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('POST /api/1.3/posts HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc', () =>
          socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    const response = await fetch(`http://127.0.0.1:${port}/api/1.3/posts`);
    expect(response.status).toBe(200);
    expect(error).not.toHaveBeenCalled();
    gateway.closeAllConnections();
    gateway.close();
    error.mockRestore();
  });
});
