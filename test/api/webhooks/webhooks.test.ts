import { describe, expect, it } from 'vitest';
import { ACTIONS, POST_ACTIONS } from '../../../shared/posts/webhooks/actions.ts';
import { Webhooks as Records } from '../../../shared/posts/webhooks/record.ts';
import { shortenSleeps } from '../../support/time/clock.ts';
import { useApi } from '../../support/api/api.ts';
import { anId, ok, recently } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { NOWHERE, Webhooks } from '../../support/resources/webhooks.ts';

const api = useApi();
const hooks = new Webhooks(api);

describe('webhook record', () => {
  it('shows its secret only when it is made', async () => {
    const reply = await api.post('/webhooks', { url: NOWHERE, unknown: 1 });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: anId,
      url: NOWHERE,
      actions: [...POST_ACTIONS],
      headers: {},
      active: true,
      created_ts: recently,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { secret: _, ...shown } = reply.body;
    const again = await api.get(`/webhooks/${shown.id}`);
    expect(again.body).toEqual(shown);
    expect(reply.headers.get('etag')).not.toBeNull();
    expect(again.headers.get('etag')).not.toBeNull();
    const list = await api.get('/webhooks');
    expect(list.body).toEqual([shown]);
    expect(list.headers.get('x-total-count')).toBe('1');
  });

  it('stores every field that is sent, and drops duplicate actions', async () => {
    const fields = { actions: ['post_edit', 'post_edit'], headers: { 'X-Desk': 'a b' }, active: false };
    expect(await hooks.make(fields)).toMatchObject({ ...fields, actions: ['post_edit'] });
  });

  it('changes only the sent fields, and resets fields to the default with null', async () => {
    const made = await hooks.make({ actions: ['post_edit'], headers: { a: 'b' }, active: false });
    const path = `/webhooks/${made.id}`;
    const { secret: _, ...shown } = made;
    expect(await ok(api.put(path, { url: NOWHERE }))).toEqual({ ...shown, url: NOWHERE });
    expect(await ok(api.put(path, { actions: null, headers: null, active: null }))).toMatchObject({
      actions: [...POST_ACTIONS],
      headers: {},
      active: true,
    });
  });

  const SECRETS = {
    Authorization: 'Bearer abc',
    'X-Api-Key': 'abc',
    'x-access-token': 'abc',
    'X-Auth': 'abc',
    'x-client-secret': 'abc',
    'X-Password': 'abc',
    'x-hub-signature': 'abc',
    'x-credentials': 'abc',
    'set-cookie2': 'abc',
  };
  const MASKED = Object.fromEntries(Object.keys(SECRETS).map(name => [name, '********']));

  it('masks headers that carry secrets in every answer', async () => {
    const call = { headers: { 'idempotency-key': 'masked' } };
    const fields = { url: NOWHERE, headers: { ...SECRETS, 'X-Desk': 'culture' } };
    const made = await api.post('/webhooks', fields, call);
    const path = `/webhooks/${made.body.id}`;
    const replies = [
      made,
      await api.post('/webhooks', fields, call),
      await api.get(path),
      await api.put(path, { active: false }),
      await api.put(path, { headers: fields.headers }),
    ];
    for (const { body } of [...replies, { body: (await ok(api.get('/webhooks')))[0] }])
      expect(body.headers).toEqual({ ...MASKED, 'X-Desk': 'culture' });
  });

  it('keeps the stored value of a header that is sent back masked', async () => {
    const { id } = await hooks.make({ headers: { Authorization: 'Bearer abc', 'X-Desk': 'culture' } });
    const path = `/webhooks/${id}`;
    const shown = await ok(api.get(path));
    expect(await ok(api.put(path, shown))).toEqual(shown);
    await ok(api.put(path, { headers: { authorization: '********', 'X-Desk': '********' } }));
    expect((await Records.read(id, { consistent: true })).value.headers).toEqual({
      authorization: 'Bearer abc',
      'X-Desk': '********',
    });
    await ok(api.put(path, { headers: { authorization: 'Bearer new' } }));
    expect((await Records.read(id, { consistent: true })).value.headers).toEqual({
      authorization: 'Bearer new',
    });
  });

  it('refuses a masked header for which no value is stored', async () => {
    const fault = (name: string) =>
      `headers.${name}: no value is stored that ******** could stand for; send the value`;
    const headers = { 'x-api-key': '********', authorization: '********' };
    const made = await api.post('/webhooks', { url: NOWHERE, headers });
    expectRefused(made, 400, 'invalid_input', fault('x-api-key'), fault('authorization'));
    const { id } = await hooks.make({ headers: { authorization: 'Bearer abc' } });
    const edited = await api.put(`/webhooks/${id}`, { headers });
    expectRefused(edited, 400, 'invalid_input', fault('x-api-key'));
  });

  it('gets a new secret with secret null, shown only in that answer', async () => {
    const made = await hooks.make();
    const edited = await ok(api.put(`/webhooks/${made.id}`, { secret: null }));
    expect(edited.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(edited.secret).not.toBe(made.secret);
    expect(await ok(api.get(`/webhooks/${made.id}`))).not.toHaveProperty('secret');
  });

  it('returns 412 to an edit and a deletion with an outdated If-Match', async () => {
    const { id } = await hooks.make();
    const etag = (await api.get(`/webhooks/${id}`)).headers.get('etag')!;
    await ok(api.put(`/webhooks/${id}`, { active: false }, { headers: { 'if-match': etag } }));
    const outdated = { headers: { 'if-match': etag } };
    expectRefused(await api.put(`/webhooks/${id}`, {}, outdated), 412, 'precondition_failed');
    expectRefused(await api.delete(`/webhooks/${id}`, outdated), 412, 'precondition_failed');
  });

  it('returns 404 on every route after its deletion', async () => {
    const { id } = await hooks.make();
    expect((await api.delete(`/webhooks/${id}`)).body).toEqual({});
    for (const reply of [
      await api.get(`/webhooks/${id}`),
      await api.put(`/webhooks/${id}`, {}),
      await api.delete(`/webhooks/${id}`),
      await api.get(`/webhooks/${id}/deliveries`),
      await api.post(`/webhooks/${id}/test`),
      await api.post(`/webhooks/${id}/deliveries/1/replay`),
    ])
      expectRefused(reply, 404, 'not_found', `There is no webhook with the id ${id}`);
  });

  it('reports all faults of a request at once', async () => {
    const wrong = {
      url: 7,
      actions: ['post_edit', 'fly'],
      headers: { 'a b': 'x', 'Content-Type': 'x', 'x-broadsheet-delivery': '1', Host: 'x', ok: 'ü' },
      active: 1,
    };
    expectRefused(
      await api.post('/webhooks', wrong),
      400,
      'invalid_input',
      `actions.1: must be one of ${ACTIONS.join(', ')}`,
      'headers.a b: is not the name of a header',
      'headers.Content-Type: is a header that the service itself sets',
      'headers.x-broadsheet-delivery: is a header that the service itself sets',
      'headers.Host: is a header that the service itself sets',
      'headers.ok: must be printable ASCII',
      'active: must be true or false',
      'url: must be a string',
    );
    expectRefused(await api.post('/webhooks', {}), 400, 'invalid_input', 'url: is required');
  });

  it.each([
    [{ url: `https://example.com/${'a'.repeat(2048)}` }, 'url: must have at most 2048 characters'],
    [{ url: 'example.com' }, 'url: must be a URL'],
    [{ actions: [] }, 'actions: must name at least one action'],
    [{ headers: { a: '1', A: '2' } }, 'headers: must have each header once'],
    [{ headers: { a: '1'.repeat(1001) } }, 'headers.a: must have at most 1000 characters'],
    [
      { headers: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`h${at}`, ''])) },
      'headers: must have at most 20 entries',
    ],
    [{ secret: 'my own' }, 'secret: must be null, which makes a new one'],
  ])('refuses the fields %j', async (fields, message) => {
    const { id } = await hooks.make();
    expectRefused(await api.put(`/webhooks/${id}`, fields), 400, 'invalid_input', message);
  });

  it('refuses a url to a private address', async () => {
    const { id } = await hooks.make();
    for (const url of [
      'http://127.0.0.1:4000/',
      'http://169.254.169.254/',
      'https://a:b@example.com/',
      'ftp://example.com/',
    ]) {
      expectRefused(await api.post('/webhooks', { url }), 400, 'url_not_allowed', /not allowed/);
      expectRefused(await api.put(`/webhooks/${id}`, { url }), 400, 'url_not_allowed', /not allowed/);
    }
  });

  it('returns 409 beyond twenty webhooks, also for simultaneous requests', async () => {
    shortenSleeps();
    const replies = await Promise.all(
      Array.from({ length: 24 }, () => api.post('/webhooks', { url: NOWHERE, active: false })),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(4);
    for (const reply of refused) expectRefused(reply, 409, 'conflict', 'There can be at most 20 webhooks');
    expect(await ok(api.get('/webhooks'))).toHaveLength(20);
  });

  it('is made once under an Idempotency-Key, whose repeated answer has no secret', async () => {
    const call = { headers: { 'idempotency-key': 'one webhook' } };
    const [first, again] = [
      await api.post('/webhooks', { url: NOWHERE }, call),
      await api.post('/webhooks', { url: NOWHERE }, call),
    ];
    expect(again.body).toEqual({ ...first.body, secret: null });
    expect(await ok(api.get('/webhooks'))).toHaveLength(1);
  });

  it('returns 403 to an administrator’s key that is narrowed to other permissions', async () => {
    const { keyId, key } = await api.makeKey('Administrator', { permissions: ['read', 'manage_keys'] });
    expectRefused(await api.get('/webhooks', { key }), 403, 'forbidden', 'This needs the permission admin');
    await ok(api.delete(`/api_keys/${keyId}`));
  });
});
