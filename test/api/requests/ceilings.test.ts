import { beforeAll, describe, expect, it, vi } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { CPU_MS_PER_MB } from '../../../functions/runtime/route.ts';
import { WORST } from '../../bench/keyless/worst.ts';
import { useApi } from '../../support/api/api.ts';
import { countCalls, named } from '../../support/costs/counted.ts';
import { makePost } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({ features: { publicRead: true } }, named);
const noKey = { key: null };
const keyless = routeList.flatMap(({ name, method, path, ceilings }) =>
  ceilings ? [{ name, method, path, ceilings }] : [],
);
let post: { id: number };

beforeAll(async () => {
  post = await makePost(api);
});

describe('route that answers without a key', () => {
  it('has ceilings, and no other route has them', () => {
    const open = routeList.filter(row => row.public ?? row.isKeyless);
    expect(keyless.map(({ name }) => name)).toEqual(open.map(({ name }) => name));
    expect(CPU_MS_PER_MB).toBe(20);
    for (const { name, ceilings } of keyless)
      expect(ceilings).toEqual({
        requestBytes: 16_384,
        answerBytes: expect.any(Number),
        cpuMs: [
          'sessions/create',
          'sessions/passkey',
          'sessions/single-sign-on',
          'invitations/accept',
        ].includes(name)
          ? 100
          : 50,
      });
  });

  it('has requests in `npm run bench -- keyless`, which measures its processor time', () => {
    expect(Object.keys(WORST).sort()).toEqual(keyless.map(({ name }) => name).sort());
  });

  it.each(keyless)('refuses a request over the ceiling before anything is looked up: $name', async row => {
    const { method, ceilings } = row;
    const path = row.path.replace('{format}', 'rss.xml').replace(/\{\w+\}/, String(post.id));
    // fetch() sends no body with GET.
    if (method === 'GET') return;
    const parse = vi.spyOn(JSON, 'parse');
    const calls = await countCalls(async () => {
      const body = { unknown: 'x'.repeat(ceilings.requestBytes) };
      for (const call of [noKey, {}])
        expectRefused(await api.send(method, path, { ...call, body }), 413, 'too_large', /16384 bytes/);
    });
    expect(calls).toEqual([]);
    expect(parse.mock.calls.filter(([text]) => text.length > ceilings.requestBytes)).toEqual([]);
    parse.mockRestore();
  });
});

describe('POST /posts/{id}/page_views without a key', () => {
  const count = (body: object) => api.post(`/posts/${post.id}/page_views`, body, noKey);
  const headers = { 'content-type': 'application/json' };

  it('accepts a body up to the ceiling', async () => {
    const room = 16_384 - JSON.stringify({ unknown: '' }).length;
    expect((await count({ unknown: 'x'.repeat(room) })).status).toBe(200);
    expect((await count({ unknown: 'x'.repeat(room + 1) })).status).toBe(413);
  });

  it('returns 413 for megabytes of unknown keys', async () => {
    const raw = `{${'"unknown":0,'.repeat(390_000)}"count":1}`;
    const reply = await api.send('POST', `/posts/${post.id}/page_views`, { ...noKey, headers, raw });
    expectRefused(reply, 413, 'too_large', /16384 bytes/);
  });
});

it('POST /posts refuses a body of more than 150,000 entries before it judges the fields', async () => {
  const raw = `{${'"unknown":0,'.repeat(150_000)}"headline":"x"}`;
  const headers = { 'content-type': 'application/json', prefer: 'handling=strict' };
  const reply = await api.send('POST', '/posts', { headers, raw });
  expectRefused(reply, 400, 'invalid_input', 'body: must have at most 150000 entries');
});
