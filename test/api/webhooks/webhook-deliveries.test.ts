import { afterEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { deliveryItem } from '../../../shared/posts/webhooks/queue.ts';
import { advanceClock, holdLongSleeps, restoreClock, stopClock } from '../../support/time/clock.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { isSignedWith, OK, type Receiver } from '../../support/web/receiver.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { anId, makePost, ok, recently } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { Webhooks } from '../../support/resources/webhooks.ts';

const api = useApi();
const hooks = new Webhooks(api);

afterEach(restoreClock);

describe.skipIf(DEPLOYED)('webhook delivery', () => {
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

  it('stays pending after an error, a redirect or a lost connection, and is sent again', async () => {
    stopClock();
    hooks.receiver.answer = (response, request) => FAULTS[request.path]![2](response, request);
    const actions = ['post_create'];
    const webhooks: any[] = [];
    for (const path of Object.keys(FAULTS))
      webhooks.push(await hooks.make({ url: hooks.receiver.origin + path, actions }));
    await makePost(api);
    const first = new Map<number, any>();
    for (const { id, url } of webhooks) {
      const [failed] = await hooks.settled(id, 'pending');
      const [http_status, error] = FAULTS[new URL(url).pathname]!;
      const { ts, duration_ms } = failed.attempts[0];
      expect(failed.attempts).toEqual([
        { ts: recently, http_status, error, duration_ms: expect.any(Number) },
      ]);
      expect(failed.next_attempt_ts - ts).toBe(Math.ceil(duration_ms / 1000) + 10);
      first.set(id, failed);
    }

    hooks.receiver.answer = OK;
    advanceClock(Math.max(...[...first.values()].map(failed => failed.next_attempt_ts)) - nowTs());
    for (const { id, secret, url } of webhooks) {
      const [delivery] = await hooks.settled(id, 'delivered');
      expect(delivery.id).toBe(first.get(id).id);
      expect(delivery.attempts).toEqual([
        first.get(id).attempts[0],
        expect.objectContaining({ http_status: 200 }),
      ]);
      expect(JSON.stringify(delivery)).not.toContain('SECRET');
      const [one, again] = hooks.receiver.received.filter(({ path }) => url.endsWith(path));
      expect(again!.headers['x-broadsheet-delivery']).toBe(one!.headers['x-broadsheet-delivery']);
      expect(isSignedWith(secret, again!)).toBe(true);
    }
  });

  it('names the request that made the change', async () => {
    const { id } = await hooks.make({ actions: ['post_create'] });
    const { headers } = await api.post('/posts', { headline: 'Traced' });
    const [delivery] = await hooks.settled(id, 'delivered');
    expect(delivery).not.toHaveProperty('correlation');
    const [received] = hooks.receiver.received.filter(
      one => one.headers['x-broadsheet-delivery'] === String(delivery.id),
    );
    expect(received!.headers['x-broadsheet-correlation']).toBe(headers.get('x-request-id'));
  });

  it('ends after ten seconds without an answer and delays no other webhook', async () => {
    holdLongSleeps();
    const unanswered: (() => void)[] = [];
    hooks.receiver.answer = (response, request) => {
      if (request.path === '/in') unanswered.push(() => OK(response, request));
      else OK(response, request);
    };
    const slow = await hooks.make();
    const other = await hooks.make({ url: `${hooks.receiver.origin}/other` });
    for (let count = 0; count < 6; count++) await makePost(api);
    await eventually(
      () => hooks.deliveries(other.id),
      all => all.length === 6 && all.every(({ state }) => state === 'delivered'),
    );
    expect((await hooks.deliveries(slow.id)).flatMap(({ attempts }) => attempts)).toEqual([]);
    advanceClock(10);
    const all = await eventually(
      () => hooks.deliveries(slow.id),
      some => some.some(({ attempts }) => attempts.length > 0),
    );
    const [attempt] = all.flatMap(({ attempts }) => attempts);
    expect(attempt).toMatchObject({ http_status: null, error: 'no answer within 10 seconds' });
    // A delivery without an answer would let the worker look for others only once a second.
    hooks.receiver.answer = OK;
    for (const answer of unanswered) answer();
  });

  it('counts as delivered by its status before the body of the answer ends', async () => {
    hooks.receiver.answer = response =>
      void response.writeHead(202, { 'content-encoding': 'odd' }).write('x');
    const { id } = await hooks.make();
    await makePost(api);
    const [{ attempts }] = await hooks.settled(id, 'delivered');
    expect(attempts).toMatchObject([{ http_status: 202, error: null }]);
  });

  it('sends a test on request, which fails at once without a retry', async () => {
    const { id, secret } = await hooks.make({ actions: ['post_edit'] });
    const delivery = await ok(api.post(`/webhooks/${id}/test`));
    expect(delivery).toEqual({
      id: anId,
      action: 'test',
      post_id: null,
      state: 'pending',
      attempts: [],
      next_attempt_ts: recently,
    });
    const [request] = await hooks.received(1);
    expect(request!.body).toEqual({
      user_id: api.stack.adminAuthorId,
      post_id: null,
      post: null,
      post_url: null,
      action: 'test',
    });
    expect(isSignedWith(secret, request!)).toBe(true);
    await hooks.settled(id, 'delivered');
    hooks.receiver.answer = response => response.writeHead(500).end();
    await ok(api.post(`/webhooks/${id}/test`));
    const [last] = await eventually(
      () => hooks.deliveries(id),
      ([newest]) => newest.state === 'failed',
    );
    expect(last).toMatchObject({ attempts: [{ http_status: 500 }], next_attempt_ts: null });
  });

  it('is replayed as a new delivery', async () => {
    const { id } = await hooks.make({ actions: ['post_create'] });
    const post = await makePost(api);
    const [first] = await hooks.settled(id, 'delivered');
    const replay = await ok(api.post(`/webhooks/${id}/deliveries/${first.id}/replay`));
    expect(replay).toMatchObject({ action: 'post_create', post_id: post.id, state: 'pending', attempts: [] });
    expect(replay.id).toBeGreaterThan(first.id);
    const [, again] = await hooks.received(2);
    expect(again!.headers['x-broadsheet-delivery']).toBe(String(replay.id));
    expect(again!.body).toMatchObject({ action: 'post_create', post_id: post.id });
    const all = await eventually(
      () => hooks.deliveries(id),
      ([newest]) => newest.state === 'delivered',
    );
    expect(all.map(delivery => delivery.id)).toEqual([replay.id, first.id]);
  });

  it('returns 409 for a test or replay of an inactive webhook, and 404 for the replay of an unknown delivery', async () => {
    const { id } = await hooks.make();
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

  it('appears in a list of the last fifty, newest first', async () => {
    const { id: webhook } = await hooks.make();
    const transaction = new Transaction();
    for (let id = 1; id <= 52; id++)
      transaction.put(
        deliveryItem(webhook, {
          id,
          action: 'test',
          post_id: null,
          user_id: 1,
          created_ts: nowTs(),
          state: 'delivered',
          attempts: [],
          next_attempt_ts: null,
        }),
      );
    await transaction.commit();
    expect((await hooks.deliveries(webhook)).map(({ id }) => id)).toEqual(
      Array.from({ length: 50 }, (_, index) => 52 - index),
    );
  });
});
