import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nowMs, nowTs } from '../../../../shared/platform/core/clock.ts';
import { timestampAt } from '../../../../shared/platform/values/position.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import type { Item } from '../../../../shared/platform/store/table.ts';
import { listDeliveries, replayDelivery } from '../../../../shared/posts/webhooks/deliveries.ts';
import { readWebhooks } from '../../../../shared/posts/webhooks/read.ts';
import { createWebhook, deleteWebhook } from '../../../../shared/posts/webhooks/write.ts';
import { FEW_POLLS, work } from '../../../support/workers/delivery-worker.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { OK, startReceiver, type Receiver, type Received } from '../../../support/web/receiver.ts';
import { allItems } from '../../../support/table/table.ts';
import { rounds, RUNS_ALL } from '../../../support/run/rounds.ts';
import { restoreClock, stopClock, stopClockAt } from '../../../support/time/clock.ts';

useEngines();
let receiver: Receiver;

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  for (const { value } of await readWebhooks()) await deleteWebhook(value.id, undefined);
  receiver.received.length = 0;
  receiver.answer = OK;
});
afterEach(async () => {
  restoreClock();
  await work(FEW_POLLS);
});

/** More than the retries of a day. */
const MAX_RETRIES = 40;

const FAIL: Receiver['answer'] = response => void response.writeHead(500).end();

async function make(path = '/in'): Promise<number> {
  return (await createWebhook({ url: receiver.origin + path })).webhook.value.id;
}

function edit(id: number, headline: string) {
  return editPost(id, { family: 'posts', input: { headline }, ifMatch: undefined }, ADMIN);
}

function idIn({ headers }: Received): string {
  return headers['x-broadsheet-delivery']!;
}

/** The first arrival of each delivery, as a receiver sees them that ignores repetitions. */
function takeFirst(all: readonly Received[]): Received[] {
  return all.filter((candidate, index) => all.findIndex(other => idIn(other) === idIn(candidate)) === index);
}

function listActions(all: readonly Received[]): string[] {
  return all.map(({ body }) => `${body.post_id} ${body.action}`);
}

/** The items of deliveries that are not over. */
async function unfinished(): Promise<Item[]> {
  return (await allItems()).filter(
    ({ pk, sk }) =>
      pk === 'WEBHOOK_EVENTS' || (String(pk).startsWith('WEBHOOK#') && /^(queue|lane|due)#/.test(String(sk))),
  );
}

/** Moves the clock to the time when the next queue is due. */
async function toNextDue(): Promise<void> {
  const times = (await unfinished())
    .map(({ sk }) => String(sk))
    .filter(sk => sk.startsWith('due#'))
    .map(sk => timestampAt(sk.slice('due#'.length)));
  expect(times).not.toEqual([]);
  stopClockAt(Math.max(nowMs(), Math.min(...times) * 1000));
}

/** Lets a worker try a delivery each time when it is due, while a condition holds. @throws when it holds after many retries */
async function retryWhile(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let retries = 0; await holds(); retries++) {
    if (retries === MAX_RETRIES) throw new Error(`The delivery still waits after ${retries} retries`);
    await toNextDue();
    await work(FEW_POLLS);
  }
}

describe('the delivery worker', () => {
  it('leaves only the record of a delivery that is over', async () => {
    const id = await make();
    const post = (await makePost()).value.id;
    await edit(post, 'New');
    await work();
    expect(listActions(receiver.received)).toEqual([`${post} post_create`, `${post} post_edit`]);
    expect((await listDeliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(await unfinished()).toEqual([]);
  });

  it('sends each delivery once, in the order of its post, when several workers run', async () => {
    await make();
    await make('/other');
    const posts = await Promise.all(Array.from({ length: 6 }, async () => (await makePost()).value.id));
    const writing = Promise.all(
      posts.map(async id => {
        for (let count = 1; count <= 4; count++) await edit(id, `Edit ${count}`);
      }),
    );
    for (let round = 0; round < 3; round++) await Promise.all([work(), work(), work()]);
    await writing;
    await Promise.all([work(1000), work(1000), work(1000)]);
    for (const path of ['/in', '/other']) {
      const here = receiver.received.filter(request => request.path === path);
      expect(here).toHaveLength(30);
      for (const id of posts) {
        const ids = here.filter(({ body }) => body.post_id === id).map(idIn);
        expect(ids).toEqual([...new Set(ids)].sort());
        expect(ids).toHaveLength(5);
      }
    }
    expect(await unfinished()).toEqual([]);
  });

  it('sends deliveries in order after a worker dies at any call', async () => {
    let sentTwice = 0;
    for (let calls = 0; calls < 40; calls += rounds(4, 1)) {
      receiver.received.length = 0;
      const id = await make();
      const post = (await makePost()).value.id;
      await edit(post, 'New');
      await withFaults(dyingAfter(calls), () => work(FEW_POLLS).catch(() => undefined));
      // The leases of the dead worker have expired.
      stopClock(41);
      await work();
      expect(listActions(takeFirst(receiver.received)), `after ${calls} calls`).toEqual([
        `${post} post_create`,
        `${post} post_edit`,
      ]);
      expect(receiver.received.length).toBeLessThanOrEqual(3);
      if (receiver.received.length === 3) sentTwice++;
      expect((await listDeliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
      expect(await unfinished()).toEqual([]);
      restoreClock();
      await deleteWebhook(id, undefined);
    }
    // Some workers died between sending and recording; only the full run tries each call.
    if (RUNS_ALL) expect(sentTwice).toBeGreaterThan(0);
  });
});

describe('the delivery worker, when a receiver is down,', () => {
  it('sends deliveries in order after an hour, and those of another post at once', async () => {
    const id = await make();
    stopClock(0);
    const began = nowTs();
    receiver.answer = (response, request) => (nowTs() < began + 3600 ? FAIL : OK)(response, request);
    const post = (await makePost()).value.id;
    await work();
    await edit(post, 'New');
    await retryWhile(() => {
      if (nowTs() >= began + 3600) return false;
      expect(new Set(listActions(receiver.received))).toEqual(new Set([`${post} post_create`]));
      receiver.received.length = 0;
      return true;
    });
    expect(nowTs() - began).toBeLessThanOrEqual(2 * 3600);
    const other = (await makePost()).value.id;
    await work();
    expect(listActions(receiver.received)).toEqual([
      `${post} post_create`,
      `${post} post_edit`,
      `${other} post_create`,
    ]);
    expect((await listDeliveries(id)).every(({ state }) => state === 'delivered')).toBe(true);
    expect(await unfinished()).toEqual([]);
  });

  it('fails a delivery after a day, which can be replayed, and sends the next one', async () => {
    const id = await make();
    stopClock(0);
    const began = nowTs();
    receiver.answer = FAIL;
    const post = (await makePost()).value.id;
    await work(FEW_POLLS);
    stopClock(86_000);
    await edit(post, 'Later');
    const findState = async (action: string) =>
      (await listDeliveries(id)).find(delivery => delivery.action === action)?.state;
    await work();
    await retryWhile(async () => (await findState('post_create')) === 'pending');
    expect(nowTs() - began).toBeLessThanOrEqual(86_400 + 3600);
    receiver.answer = OK;
    receiver.received.length = 0;
    await toNextDue();
    await work();
    expect(listActions(receiver.received)).toEqual([`${post} post_edit`]);
    const failed = (await listDeliveries(id)).find(delivery => delivery.action === 'post_create')!;
    expect(failed).toMatchObject({ state: 'failed', next_attempt_ts: null });
    const again = await replayDelivery(id, failed.id);
    await work();
    expect(listActions(receiver.received)).toEqual([`${post} post_edit`, `${post} post_create`]);
    expect(idIn(receiver.received[1]!)).toBe(String(again.id));
    expect(await findState('post_create')).toBe('delivered');
  });

  it('sends the waiting deliveries and then the replay when a replay is requested', async () => {
    const id = await make();
    stopClock(0);
    receiver.answer = FAIL;
    const post = (await makePost()).value.id;
    await work(FEW_POLLS);
    receiver.answer = OK;
    receiver.received.length = 0;
    const [waiting] = await listDeliveries(id);
    const replay = await replayDelivery(id, waiting!.id);
    await work();
    expect(receiver.received.map(idIn)).toEqual([String(waiting!.id), String(replay.id)]);
    expect(listActions(receiver.received)).toEqual([`${post} post_create`, `${post} post_create`]);
  });
});
