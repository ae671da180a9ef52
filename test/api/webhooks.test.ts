import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACTIONS } from '../../shared/webhooks/actions.ts';
import { DEPLOYED } from '../support/deployed/functions.ts';
import { isSignedWith, OK, startReceiver, type Receiver } from '../support/receiver.ts';
import { eventually, useApi } from './support/api.ts';
import { anId, aText, makeDraft, makePost, ok, recently } from './support/posts.ts';
import { expectRefused } from './support/refused.ts';

const api = useApi();
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  receiver.answer = OK;
  for (const { id } of await ok(api.get('/webhooks'))) await ok(api.delete(`/webhooks/${id}`));
  receiver.received.length = 0;
});

const URL_OF_NOBODY = 'https://hooks.example.com/in?from=broadsheet';
const make = (fields: object = {}): Promise<any> =>
  ok(api.post('/webhooks', { url: DEPLOYED ? URL_OF_NOBODY : `${receiver.origin}/in`, ...fields }));
const received = (count: number) =>
  eventually(
    () => Promise.resolve(receiver.received),
    all => all.length >= count,
  );
const deliveries = (id: number): Promise<any[]> => ok(api.get(`/webhooks/${id}/deliveries`));
const settled = (id: number, state: string, withinMs?: number) =>
  eventually(
    () => deliveries(id),
    all => all.length > 0 && all.every(one => one.state === state && one.attempts.length > 0),
    withinMs,
  );

describe('a webhook', () => {
  it('is made with a secret, shown this once', async () => {
    const reply = await api.post('/webhooks', { url: URL_OF_NOBODY, unknown: 1 });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: anId,
      url: URL_OF_NOBODY,
      actions: [...ACTIONS],
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

  it('is made with everything that is sent', async () => {
    const fields = { actions: ['post_edit', 'post_edit'], headers: { 'X-Key': 'a b' }, active: false };
    expect(await make(fields)).toMatchObject({ ...fields, actions: ['post_edit'] });
  });

  it('is edited field by field; null takes back to the default', async () => {
    const made = await make({ actions: ['post_edit'], headers: { a: 'b' }, active: false });
    const path = `/webhooks/${made.id}`;
    const { secret: _, ...shown } = made;
    expect(await ok(api.put(path, { url: URL_OF_NOBODY }))).toEqual({ ...shown, url: URL_OF_NOBODY });
    expect(await ok(api.put(path, { actions: null, headers: null, active: null }))).toMatchObject({
      actions: [...ACTIONS],
      headers: {},
      active: true,
    });
  });

  it('gets a new secret when told so, shown this once', async () => {
    const made = await make();
    const edited = await ok(api.put(`/webhooks/${made.id}`, { secret: null }));
    expect(edited.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(edited.secret).not.toBe(made.secret);
    expect(await ok(api.get(`/webhooks/${made.id}`))).not.toHaveProperty('secret');
  });

  it('is edited and deleted only as it was read, when that is asked for', async () => {
    const { id } = await make();
    const etag = (await api.get(`/webhooks/${id}`)).headers.get('etag')!;
    await ok(api.put(`/webhooks/${id}`, { active: false }, { headers: { 'if-match': etag } }));
    const late = { headers: { 'if-match': etag } };
    expectRefused(await api.put(`/webhooks/${id}`, {}, late), 412, 'precondition_failed');
    expectRefused(await api.delete(`/webhooks/${id}`, late), 412, 'precondition_failed');
  });

  it('is gone when it was deleted', async () => {
    const { id } = await make();
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

  it('is refused with every fault at once', async () => {
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
    [{ url: 'ftp://example.com' }, 'url: must be an http(s) URL'],
    [{ actions: [] }, 'actions: must name at least one action'],
    [{ headers: { a: '1', A: '2' } }, 'headers: must have each header once'],
    [{ headers: { a: '1'.repeat(1001) } }, 'headers.a: must have at most 1000 characters'],
    [
      { headers: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`h${at}`, ''])) },
      'headers: must have at most 20 entries',
    ],
    [{ secret: 'my own' }, 'secret: must be null, which makes a new one'],
  ])('is refused for %j', async (fields, message) => {
    const { id } = await make();
    expectRefused(await api.put(`/webhooks/${id}`, fields), 400, 'invalid_input', message);
  });

  it('may not lead to an inner address', async () => {
    const { id } = await make();
    for (const url of ['http://127.0.0.1:4000/', 'http://169.254.169.254/', 'https://a:b@example.com/']) {
      expectRefused(await api.post('/webhooks', { url }), 400, 'url_not_allowed', /not allowed/);
      expectRefused(await api.put(`/webhooks/${id}`, { url }), 400, 'url_not_allowed', /not allowed/);
    }
  });

  it('is one of twenty at most, also of many made at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 24 }, () => api.post('/webhooks', { url: URL_OF_NOBODY, active: false })),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(4);
    for (const reply of refused) expectRefused(reply, 409, 'conflict', 'There can be at most 20 webhooks');
    expect(await ok(api.get('/webhooks'))).toHaveLength(20);
  });

  it('is made once under an Idempotency-Key, and its secret shown once', async () => {
    const call = { headers: { 'idempotency-key': 'one webhook' } };
    const [first, again] = [
      await api.post('/webhooks', { url: URL_OF_NOBODY }, call),
      await api.post('/webhooks', { url: URL_OF_NOBODY }, call),
    ];
    expect(again.body).toEqual({ ...first.body, secret: null });
    expect(await ok(api.get('/webhooks'))).toHaveLength(1);
  });

  it('is an administrator’s matter, and no narrowed key’s', async () => {
    const { keyId, key } = await api.keyOf('Administrator', { permissions: ['read', 'manage_keys'] });
    expectRefused(await api.get('/webhooks', { key }), 403, 'forbidden', 'This needs the permission admin');
    await ok(api.delete(`/api_keys/${keyId}`));
  });
});

describe.skipIf(DEPLOYED)('what is done to posts', () => {
  it('is told to a webhook, signed, with the post as it is', async () => {
    const { id, secret } = await make({ headers: { 'X-Desk': 'culture' } });
    const post = await makePost(api, { headline: 'The bridge opens', body: '<p>At last.</p>' });
    const [one] = await received(1);
    expect(one!.body).toEqual({
      user_id: api.stack.adminAuthorId,
      post_id: post.id,
      post: await ok(api.get(`/posts/${post.id}`)),
      post_url: post.post_url,
      action: 'post_create',
    });
    expect(one!.path).toBe('/in');
    expect(one!.headers).toMatchObject({
      'x-desk': 'culture',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(isSignedWith(secret, one!)).toBe(true);
    expect(isSignedWith('another', one!)).toBe(false);
    const [delivery] = await settled(id, 'delivered');
    expect(delivery).toEqual({
      id: Number(one!.headers['x-broadsheet-delivery']),
      action: 'post_create',
      post_id: post.id,
      state: 'delivered',
      attempts: [{ ts: recently, http_status: 200, error: null, duration_ms: expect.any(Number) }],
      next_attempt_ts: null,
    });
  });

  it('is told in its order, whatever it is', async () => {
    await make();
    const { id } = await makeDraft(api, { headline: 'A long way' });
    const path = `/drafts/${id}`;
    const at = Math.floor(Date.now() / 1000) + 3600;
    await ok(api.put(path, { subheadline: 'a' }));
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: at }));
    await ok(api.delete(`/scheduled_posts/${id}`));
    await ok(api.put(path, { action: 'publish' }));
    await ok(api.put(`/posts/${id}`, { subheadline: 'b' }));
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    await ok(api.delete(path));
    await ok(api.put(path, { action: 'restore' }));
    await ok(api.put(path, { action: 'publish' }));
    await ok(api.delete(`/posts/${id}`));
    await ok(api.put(`/posts/${id}`, { action: 'restore' }));
    const all = await received(12);
    expect(all.map(({ body }) => body.action)).toEqual([
      'draft_create',
      'draft_edit',
      'post_schedule',
      'post_unschedule',
      'draft_publish',
      'post_edit',
      'post_unpublish',
      'draft_delete',
      'draft_create',
      'draft_publish',
      'post_delete',
      'post_create',
    ]);
    expect(all.at(-1)!.body.post.status).toBe('published');
  });

  it('is told of a removed post with its last state', async () => {
    const { id } = await makePost(api, { headline: 'Gone' });
    await make({ actions: ['post_delete'] });
    await ok(api.delete(`/posts/${id}`));
    const [one] = await received(1);
    expect(one!.body.post).toMatchObject({ id, status: 'removed', headline: 'Gone', body: aText });
  });

  it('is told of a publication by schedule, as done by who scheduled it', async () => {
    await make({ actions: ['draft_publish'] });
    const { key, authorId } = await api.keyOf('Editor');
    const { id } = await makeDraft(api);
    const scheduled_at = Math.floor(Date.now() / 1000) + 2;
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at }, { key }));
    const [one] = await received(1);
    expect(one!.body).toMatchObject({ user_id: authorId, action: 'draft_publish', post_id: id });
    expect(one!.body.post.created_ts).toBe(scheduled_at);
  });

  it('is told to those who want it, and only by active ones', async () => {
    await make({ url: `${receiver.origin}/edits`, actions: ['post_edit'] });
    await make({ url: `${receiver.origin}/rests`, active: false });
    await make({ url: `${receiver.origin}/all` });
    const { id } = await makePost(api);
    await ok(api.put(`/posts/${id}`, { headline: 'New' }));
    await received(3);
    const told = receiver.received.map(({ path, body }) => `${path} ${body.action}`);
    expect(told.sort()).toEqual(['/all post_create', '/all post_edit', '/edits post_edit']);
  });

  it('is signed with the new secret as soon as there is one', async () => {
    const { id } = await make();
    const { secret } = await ok(api.put(`/webhooks/${id}`, { secret: null }));
    await makePost(api);
    expect(isSignedWith(secret, (await received(1))[0]!)).toBe(true);
  });
});

describe.skipIf(DEPLOYED)('a delivery', () => {
  const INNER = 'http://169.254.169.254/latest/meta-data/';

  const FAULTS: Record<string, [number | null, string, Receiver['answer']]> = {
    '/500': [500, 'answered with an error', response => response.writeHead(500).end('SECRET WORDS')],
    '/404': [404, 'answered with an error', response => response.writeHead(404).end('SECRET WORDS')],
    '/elsewhere': [
      302,
      'answered with a redirect',
      response => response.writeHead(302, { location: INNER }).end(),
    ],
    '/cut': [null, 'no connection, or no answer that is HTTP', response => void response.socket?.destroy()],
  };

  it('that fails in whatever way stays pending, and is sent again', async () => {
    receiver.answer = (response, one) => FAULTS[one.path]![2](response, one);
    const actions = ['post_create'];
    const webhooks = await Promise.all(
      Object.keys(FAULTS).map(path => make({ url: receiver.origin + path, actions })),
    );
    await makePost(api);
    const first = new Map<number, any>();
    for (const { id, url } of webhooks) {
      const [failed] = await settled(id, 'pending');
      const [http_status, error] = FAULTS[new URL(url).pathname]!;
      const { ts } = failed.attempts[0];
      expect(failed.attempts).toEqual([
        { ts: recently, http_status, error, duration_ms: expect.any(Number) },
      ]);
      expect(failed.next_attempt_ts - ts).toBeGreaterThanOrEqual(10);
      expect(failed.next_attempt_ts - ts).toBeLessThanOrEqual(12);
      first.set(id, failed);
    }

    receiver.answer = OK;
    for (const { id, secret, url } of webhooks) {
      const [delivery] = await settled(id, 'delivered', 20_000);
      expect(delivery.id).toBe(first.get(id).id);
      expect(delivery.attempts).toEqual([
        first.get(id).attempts[0],
        expect.objectContaining({ http_status: 200 }),
      ]);
      expect(JSON.stringify(delivery)).not.toContain('SECRET');
      const [one, again] = receiver.received.filter(({ path }) => url.endsWith(path));
      expect(again!.headers['x-broadsheet-delivery']).toBe(one!.headers['x-broadsheet-delivery']);
      expect(isSignedWith(secret, again!)).toBe(true);
    }
  });

  it('to a receiver that doesn’t answer keeps no other waiting, and ends after ten seconds', async () => {
    receiver.answer = (response, { path }) =>
      path === '/in' ? undefined : OK(response, receiver.received[0]!);
    const slow = await make();
    const other = await make({ url: `${receiver.origin}/other` });
    const began = Date.now();
    for (let count = 0; count < 6; count++) await makePost(api);
    await eventually(
      () => deliveries(other.id),
      all => all.length === 6 && all.every(({ state }) => state === 'delivered'),
    );
    expect(Date.now() - began).toBeLessThan(8000);
    const all = await eventually(
      () => deliveries(slow.id),
      some => some.some(({ attempts }) => attempts.length > 0),
      15_000,
    );
    const [attempt] = all.flatMap(({ attempts }) => attempts);
    expect(attempt).toMatchObject({ http_status: null, error: 'no answer within 10 seconds' });
    expect(attempt.duration_ms).toBeGreaterThan(9900);
    expect(attempt.duration_ms).toBeLessThan(12_000);
  });

  it('counts as made when the status says so, whatever else is sent or isn’t', async () => {
    receiver.answer = response => void response.writeHead(202, { 'content-encoding': 'odd' }).write('x');
    const { id } = await make();
    await makePost(api);
    const [{ attempts }] = await settled(id, 'delivered');
    expect(attempts).toMatchObject([{ http_status: 202, error: null }]);
    expect(attempts[0].duration_ms).toBeLessThan(5000);
  });

  it('is a try of the webhook when asked for, and says at once how it went', async () => {
    const { id, secret } = await make({ actions: ['post_edit'] });
    const asked = await ok(api.post(`/webhooks/${id}/test`));
    expect(asked).toEqual({
      id: anId,
      action: 'test',
      post_id: null,
      state: 'pending',
      attempts: [],
      next_attempt_ts: recently,
    });
    const [one] = await received(1);
    expect(one!.body).toEqual({
      user_id: api.stack.adminAuthorId,
      post_id: null,
      post: null,
      post_url: null,
      action: 'test',
    });
    expect(isSignedWith(secret, one!)).toBe(true);
    await settled(id, 'delivered');
    receiver.answer = response => response.writeHead(500).end();
    await ok(api.post(`/webhooks/${id}/test`));
    const [last] = await eventually(
      () => deliveries(id),
      ([newest]) => newest.state === 'failed',
    );
    expect(last).toMatchObject({ attempts: [{ http_status: 500 }], next_attempt_ts: null });
  });

  it('is replayed as a new one', async () => {
    const { id } = await make({ actions: ['post_create'] });
    const post = await makePost(api);
    const [first] = await settled(id, 'delivered');
    const replay = await ok(api.post(`/webhooks/${id}/deliveries/${first.id}/replay`));
    expect(replay).toMatchObject({ action: 'post_create', post_id: post.id, state: 'pending', attempts: [] });
    expect(replay.id).toBeGreaterThan(first.id);
    const [, again] = await received(2);
    expect(again!.headers['x-broadsheet-delivery']).toBe(String(replay.id));
    expect(again!.body).toMatchObject({ action: 'post_create', post_id: post.id });
    const all = await eventually(
      () => deliveries(id),
      ([newest]) => newest.state === 'delivered',
    );
    expect(all.map(one => one.id)).toEqual([replay.id, first.id]);
  });

  it('is asked for only of a webhook that is active, and replayed only if it was made', async () => {
    const { id } = await make();
    expectRefused(
      await api.post(`/webhooks/${id}/deliveries/12/replay`),
      404,
      'not_found',
      'The webhook has no delivery with the id 12',
    );
    await ok(api.put(`/webhooks/${id}`, { active: false }));
    for (const path of [`/webhooks/${id}/test`, `/webhooks/${id}/deliveries/12/replay`])
      expectRefused(
        await api.post(path),
        409,
        'conflict',
        'The webhook is not active: nothing is sent until it is',
      );
  });

  it('is shown among the last fifty, newest first', async () => {
    const { id } = await make();
    for (let count = 0; count < 52; count++) await ok(api.post(`/webhooks/${id}/test`));
    const all = await deliveries(id);
    expect(all).toHaveLength(50);
    expect(all.map(one => one.id)).toEqual(all.map(one => one.id).sort((a, b) => b - a));
  });
});
