import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../infra/aws-local/loopback.ts';

function hello() {
  return listenOnLoopback((_, response) => void response.end('hello'));
}

test('listenOnLoopback() serves on a free port and frees it when closed', async () => {
  const server = await hello();
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(server.url)).text()).toBe('hello');
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow();
});

test('listenOnLoopback() rejects with EADDRINUSE when the port is taken', async () => {
  const first = await hello();
  onTestFinished(() => first.close());
  const taken = listenOnLoopback(() => undefined, { port: Number(new URL(first.url).port) });
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
