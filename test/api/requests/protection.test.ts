import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { entries } from '../../../infra/bundle/entries.ts';
import { PROTECTION } from '../../../shared/platform/http/protection.ts';
import { useApi } from '../../support/api/api.ts';

const api = useApi({ features: { publicRead: true } });

/** The answer to bytes that `fetch` would not send, as text. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(api.stack.url).port), '127.0.0.1');
  socket.end(bytes);
  return await text(socket);
}

describe('answer of the service', () => {
  const answers: [string, number, string, RequestInit][] = [
    ['the API', 200, '/api/1.3/posts', {}],
    ['an error of the API', 404, '/api/1.3/posts/12', {}],
    ['a refused key', 403, '/api/1.3/drafts', { headers: { 'x-svcauth': 'none' } }],
    ['no key', 401, '/api/1.3/drafts', {}],
    ['a wrong method', 405, '/api/1.3/posts', { method: 'DELETE' }],
    ['a body that is too large', 413, '/api/1.3/posts', { method: 'POST', body: 'a'.repeat(11_000_000) }],
    ['an unknown path', 404, '/nothing', {}],
    ['the OpenAPI document', 200, '/openapi.json', {}],
    ['the readers’ site', 200, '/', { headers: { accept: 'text/html' } }],
    ['the desk', 200, '/desk/posts/12', {}],
    ['a redirect', 308, '/docs', {}],
    ['a feed', 200, '/feeds/rss.xml', {}],
    ['a sitemap', 200, '/sitemap.xml', {}],
    ['a file', 200, '/media/avatar.svg', {}],
    ['a missing file', 404, '/media/images/1/a.jpg', {}],
  ];

  it.each(answers)('has the security headers: %s, %i', async (_what, status, path, init) => {
    const answer = await fetch(new URL(path, api.stack.url), { redirect: 'manual', ...init });
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject(PROTECTION);
  });

  it.each([
    ['an unreadable request', 'nonsense\r\n\r\n', /^HTTP\/1.1 400 /],
    ['another host', 'GET / HTTP/1.1\r\nhost: page.example\r\nconnection: close\r\n\r\n', /^HTTP\/1.1 421 /],
  ])('has the security headers: %s', async (_what, bytes, status) => {
    const answer = await exchange(bytes);
    expect(answer).toMatch(status);
    for (const [name, value] of Object.entries(PROTECTION)) expect(answer).toContain(`${name}: ${value}\r\n`);
  });
});

it('every deployed function that answers HTTP requests adds the security headers itself', () => {
  const http = [...entries].filter(([name]) => !name.startsWith('events/'));
  expect(http.length).toBeGreaterThan(80);
  for (const [name, source] of http)
    expect([name, source]).toEqual([name, expect.stringMatching(/handler = (?:serve|withProtection)\(/)]);
});
