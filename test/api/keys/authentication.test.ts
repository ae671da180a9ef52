import { describe, expect, it } from 'vitest';
import { EVERYWHERE_S, eventually, useApi, type Call } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { advanceClock } from '../../support/time/clock.ts';

const api = useApi({ apiKeyHeader: 'X-Vendor-Key' });
const BASIC = `Basic ${Buffer.from('user:pass').toString('base64')}`;
function ask(call: Call) {
  return api.get('/drafts', { key: null, ...call });
}

describe('request authentication', () => {
  const ways: [string, (key: string) => Call][] = [
    ['the api_key of the query', key => ({ query: { api_key: key } })],
    ['x-svcauth', key => ({ headers: { 'x-svcauth': key } })],
    [
      'x-svcauth in addition to Basic authorization',
      key => ({ headers: { 'x-svcauth': key, authorization: BASIC } }),
    ],
    ['the site’s own header', key => ({ headers: { 'x-vendor-key': key } })],
    [
      'the site’s own header in addition to Basic authorization',
      key => ({ headers: { 'X-VENDOR-KEY': key, authorization: BASIC } }),
    ],
    ['a bearer authorization', key => ({ headers: { authorization: `Bearer ${key}` } })],
    ['a bearer authorization in lower case', key => ({ headers: { authorization: `bearer ${key}` } })],
    ['a bare authorization', key => ({ headers: { authorization: key } })],
  ];

  it.each(ways)('accepts the API key in %s', async (_way, call) => {
    expect((await ask(call(api.adminKey))).status).toBe(200);
    expectRefused(await ask(call('x'.repeat(64))), 403, 'api_key_invalid', 'API key is not valid');
  });

  it('uses the first of several keys in the order query, x-svcauth, site header, Authorization', async () => {
    const wrong = 'wrong';
    const key = api.adminKey;
    const all = (query: string, svcauth: string, vendor: string, authorization: string): Call => ({
      query: { api_key: query },
      headers: { 'x-svcauth': svcauth, 'x-vendor-key': vendor, authorization },
    });
    for (const call of [
      all(key, wrong, wrong, wrong),
      all('', key, wrong, wrong),
      all('', '', key, wrong),
      all('', '', '', key),
    ])
      expect((await ask(call)).status).toBe(200);
    for (const call of [all(wrong, key, key, key), all('', wrong, key, key), all('', '', wrong, key)])
      expectRefused(await ask(call), 403, 'api_key_invalid');
  });

  it.each([
    ['nothing', {}],
    ['Basic authorization alone', { headers: { authorization: BASIC } }],
    ['an empty Bearer', { headers: { authorization: 'Bearer ' } }],
    ['empty values', { query: { api_key: '' }, headers: { 'x-svcauth': '', 'x-vendor-key': '' } }],
  ])('returns 401 with a Bearer challenge when a request carries %s', async (_what, call: Call) => {
    const reply = await ask(call);
    expectRefused(reply, 401, 'api_key_missing', 'An API key is required');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="broadsheet"');
  });

  it.each(['x', 'x'.repeat(5000), '🙂', '%00', '../../admin', "' OR 1=1"])(
    'returns 403 for the unknown key %j',
    async key => {
      expectRefused(await ask({ query: { api_key: key } }), 403, 'api_key_invalid', 'API key is not valid');
    },
  );

  it('checks the API key before the body and path of the request', async () => {
    expectRefused(await api.put('/drafts/x', undefined, { key: null, raw: '{bad' }), 401, 'api_key_missing');
    expectRefused(await api.put('/drafts/x', undefined, { key: 'x', raw: '{bad' }), 403, 'api_key_invalid');
  });
});

describe('changes of an author’s status and role', () => {
  it.each(['inactive', 'banned'])(
    'blocks the keys of an %s author within 10 s and unblocks them when the author is active again',
    async status => {
      const { key, authorId } = await api.makeKey('Editor');
      expect((await ask({ key })).status).toBe(200);
      const edit = (to: string) =>
        api.put(`/api/1.1/authors/${authorId}`, { first_name: 'A', last_name: 'B', status: to });
      await edit(status);
      advanceClock(EVERYWHERE_S);
      const refused = await eventually(
        () => ask({ key }),
        reply => reply.status !== 200,
      );
      expectRefused(refused, 403, 'forbidden', `The author of this API key is ${status}`);
      await edit('active');
      advanceClock(EVERYWHERE_S);
      await eventually(
        () => ask({ key }),
        reply => reply.status === 200,
      );
    },
  );

  it('applies a new role to the author’s keys within 10 s', async () => {
    const { key, authorId } = await api.makeKey('Guest Writer');
    const publish = () => api.post('/posts', { headline: 'Now' }, { key });
    expectRefused(await publish(), 403, 'forbidden', 'This needs the permission publish_post');
    const edit = (role: string) =>
      api.put(`/api/1.1/authors/${authorId}`, { first_name: 'A', last_name: 'B', role });
    await edit('Guest Editor');
    advanceClock(EVERYWHERE_S);
    await eventually(publish, reply => reply.status === 200);
    await edit('Reader');
    advanceClock(EVERYWHERE_S);
    await eventually(publish, reply => reply.status === 403);
  });

  it('limits a narrowed key to the permissions of its author’s new role', async () => {
    const { key, authorId } = await api.makeKey('Editor', { permissions: ['read', 'publish_post'] });
    expect((await api.post('/posts', { headline: 'x' }, { key })).status).toBe(200);
    await api.put(`/api/1.1/authors/${authorId}`, { first_name: 'A', last_name: 'B', role: 'Reader' });
    advanceClock(EVERYWHERE_S);
    await eventually(
      () => api.post('/posts', { headline: 'x' }, { key }),
      reply => reply.status === 403,
    );
  });
});
