import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { attemptDelivery } from '../../../../shared/posts/webhooks/attempt.ts';
import { testWebhook } from '../../../../shared/posts/webhooks/deliveries.ts';
import { failingDeliveries } from '../../../../shared/posts/webhooks/failing.ts';
import { PARTNER } from '../../../../shared/posts/webhooks/partner.ts';
import { deliveryItem } from '../../../../shared/posts/webhooks/queue.ts';
import type { DeliveryRecord } from '../../../../shared/posts/webhooks/record.ts';
import { DeliveryWorker } from '../../../../shared/posts/webhooks/worker.ts';
import { createWebhook } from '../../../../shared/posts/webhooks/write.ts';
import { advanceClock, restoreClock, shortenSleeps, stopClock } from '../../../support/time/clock.ts';
import { mayPoll } from '../../../support/workers/delivery-worker.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { OK, startReceiver, type Receiver } from '../../../support/web/receiver.ts';

useEngines();
let receiver: Receiver;

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = OK;
});

afterEach(restoreClock);

function delivery(fields: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    id: 5,
    action: 'post_delete',
    post_id: 404,
    user_id: 3,
    created_ts: 1000,
    state: 'pending',
    attempts: [],
    next_attempt_ts: 1000,
    ...fields,
  };
}

function target(secret = () => Promise.resolve('secret')) {
  return { id: 1, url: `${receiver.origin}/in`, headers: { 'x-desk': 'culture' }, secret };
}

/** A failed attempt for which no request was made. */
function unsent(error: string) {
  return { ts: nowTs(), http_status: null, error, duration_ms: 0 };
}

describe('attemptDelivery()', () => {
  it('reports a purged post by its id only', async () => {
    const began = performance.now();
    const { duration_ms, ...attempt } = await attemptDelivery(target(), delivery());
    expect(attempt).toMatchObject({ http_status: 200, error: null });
    expect(duration_ms).toBeLessThanOrEqual(performance.now() - began + 1);
    expect(receiver.received.map(({ body }) => body)).toEqual([
      { user_id: 3, post_id: 404, post: null, post_url: null, action: 'post_delete' },
    ]);
    expect(receiver.received[0]!.headers).toMatchObject({
      'x-desk': 'culture',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('fails without a request when the post or the secret can’t be read', async () => {
    stopClock();
    expect(await withFaults(dyingAfter(0), () => attemptDelivery(target(), delivery()))).toEqual(
      unsent('the post could not be read'),
    );
    const noSecret = target(() => Promise.reject(new Error('access denied')));
    expect(await attemptDelivery(noSecret, delivery())).toEqual(
      unsent('the secret to sign with could not be read'),
    );
    expect(receiver.received).toEqual([]);
  });

  it('reports a test without a post, and a draft with the address of its preview', async () => {
    const id = (await makePost({}, 'draft')).value.id;
    await attemptDelivery(target(), delivery({ post_id: null }));
    await attemptDelivery(target(), delivery({ post_id: id }));
    const [test, draft] = receiver.received.map(({ body }) => body);
    expect(test).toMatchObject({ post_id: null, post: null, post_url: null });
    expect(draft).toMatchObject({ post_id: id, post: { id, draft_url: `${draft.post_url}?draft=1` } });
  });

  it('says in the user agent that it is a webhook, not the scraper', async () => {
    await attemptDelivery(target(), delivery({ post_id: null }));
    expect(receiver.received.map(({ headers }) => headers['user-agent'])).toEqual([
      'Broadsheet/1.0 (webhook)',
    ]);
  });

  it.each<[error: string, answer: Receiver['answer']]>([
    ['no connection, or no answer that is HTTP', response => void response.socket?.destroy()],
    ['no answer within 10 seconds', () => advanceClock(10)],
  ])('fails with the error “%s”', async (error, answer) => {
    receiver.answer = answer;
    expect(await attemptDelivery(target(), delivery())).toMatchObject({ http_status: null, error });
  });

  it.each([
    [199 + 1, null],
    [299, null],
    [300, 'answered with a redirect'],
    [399, 'answered with a redirect'],
    [400, 'answered with an error'],
  ])('judges an answer with the status %i', async (status, error) => {
    receiver.answer = response => void response.writeHead(status).end();
    expect(await attemptDelivery(target(), delivery())).toMatchObject({ http_status: status, error });
  });
});

/** Makes webhooks with so many tests each. */
async function makeTests(webhooks: number, tests: number): Promise<void> {
  for (let count = 0; count < webhooks; count++) {
    const { webhook } = await createWebhook({ url: receiver.origin, actions: ['draft_delete'] });
    for (let test = 0; test < tests; test++) await testWebhook(webhook.value.id, ADMIN);
  }
}

/**
 * Runs a worker and holds the answers back until so many requests have arrived and no other follows in ten more polls; then until the
 * next number. At the number `timesOut` it lets the requests time out instead.
 * @returns the requests that had arrived each time
 */
async function countArrivals(numbers: readonly number[], timesOut?: number): Promise<number[]> {
  const unanswered: (() => void)[] = [];
  receiver.answer = (response, request) => void unanswered.push(() => OK(response, request));
  shortenSleeps();
  const arrived: number[] = [];
  let [polls, quiet] = [0, 0];
  const worker = new DeliveryWorker(() => {
    if (++polls > 2000) throw new Error(`The worker waits for requests after ${arrived.join(', ')}`);
    const next = numbers[arrived.length] ?? Infinity;
    if (receiver.received.length >= next && ++quiet > 10) {
      quiet = 0;
      arrived.push(receiver.received.length);
      const answers = unanswered.splice(0);
      if (next === timesOut) advanceClock(10);
      else for (const answer of answers) answer();
    }
    return true;
  });
  expect(await worker.run()).toBe(numbers.at(-1));
  return arrived;
}

it('a worker sends one delivery at a time to a receiver until it answers, then four', async () => {
  await makeTests(1, 6);
  expect(await countArrivals([1, 5, 6])).toEqual([1, 5, 6]);
});

it('a worker sends one delivery at a time again after the receiver has not answered in time', async () => {
  await makeTests(1, 10);
  expect(await countArrivals([1, 5, 6, 10], 5)).toEqual([1, 5, 6, 10]);
});

it('a worker sends at most 32 deliveries at a time', async () => {
  await makeTests(9, 5);
  expect(await countArrivals([9, 9 + 32, 45])).toEqual([9, 9 + 32, 45]);
});

it('a worker waits for the first retry, ten seconds later, and for no further one', async () => {
  stopClock();
  shortenSleeps();
  receiver.answer = response => void response.writeHead(500).end();
  await createWebhook({ url: receiver.origin, actions: ['post_create'] });
  const post = (await makePost()).value.id;
  const mayGoOn = mayPoll(100);
  let polls = 0;
  const worker = new DeliveryWorker(() => {
    advanceClock(1);
    polls++;
    return mayGoOn();
  });
  expect(await worker.run()).toBe(2);
  expect(receiver.received.map(({ body }) => body.post_id)).toEqual([post, post]);
  expect(polls).toBeLessThan(100);
});

it('failingDeliveries() returns deliveries after a failed attempt, newest first', async () => {
  const attempt = { ts: 1, http_status: 500, error: 'answered with an error', duration_ms: 5 };
  const all = [
    delivery({ id: 1, attempts: [attempt] }),
    delivery({ id: 2, attempts: [attempt], state: 'failed', next_attempt_ts: null }),
    delivery({ id: 3, attempts: [attempt], state: 'delivered' }),
    delivery({ id: 4 }),
  ];
  const { webhook } = await createWebhook({ url: `${receiver.origin}/failing` });
  const transaction = new Transaction();
  const ids = [PARTNER, webhook.value.id];
  for (const id of ids) for (const one of all) transaction.put(deliveryItem(id, one));
  await transaction.commit();
  const failing = (await failingDeliveries()).filter(one => ids.includes(one.webhook));
  expect(failing).toEqual(ids.flatMap(id => [all[1], all[0]].map(one => ({ webhook: id, delivery: one }))));
});
