import { afterEach, describe, expect, it, vi } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { listDeliveries, replayDelivery } from '../../../../shared/posts/webhooks/deliveries.ts';
import { fanOut, readEvents } from '../../../../shared/posts/webhooks/fan-out.ts';
import { claimDelivery, findDueQueues, finishDelivery } from '../../../../shared/posts/webhooks/queue.ts';
import { readWebhooks } from '../../../../shared/posts/webhooks/read.ts';
import type { WebhookEvent } from '../../../../shared/posts/webhooks/record.ts';
import { createWebhook } from '../../../../shared/posts/webhooks/write.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, withFaults } from '../../../support/aws/faults.ts';

useEngines();
afterEach(() => {
  restoreClock();
  vi.restoreAllMocks();
});

async function dispatch(seen?: readonly WebhookEvent[]): Promise<number> {
  const webhooks = (await readWebhooks()).map(({ value }) => value);
  return await fanOut(seen ?? (await readEvents()), webhooks);
}

async function make(): Promise<number> {
  return (await createWebhook({ url: 'https://hooks.example.com/' })).webhook.value.id;
}

function edit(post: number) {
  return editPost(post, { family: 'posts', input: { headline: 'New' }, ifMatch: undefined }, ADMIN);
}

describe('fanOut()', () => {
  it('leaves events that were made after the webhooks were read', async () => {
    await make();
    const post = (await makePost()).value.id;
    const seen = await readEvents();
    await edit(post);
    await makePost();
    expect(await dispatch(seen)).toBe(1);
    expect(await dispatch()).toBe(2);
    expect(await dispatch()).toBe(0);
  });

  it('dispatches an event once when another worker is faster', async () => {
    const webhook = await make();
    await edit((await makePost()).value.id);
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(await withFaults(beforeFirst('TransactWriteItemsCommand', dispatch), dispatch)).toBe(2);
    expect(log).not.toHaveBeenCalled();
    expect(await listDeliveries(webhook)).toHaveLength(2);
  });

  it('dispatches an event once when another worker has also sent its delivery', async () => {
    const webhook = await make();
    const post = (await makePost()).value.id;
    const send = async (): Promise<void> => {
      await dispatch();
      const claimed = (await claimDelivery(webhook, post))!;
      await finishDelivery(claimed, { ...claimed.delivery, state: 'delivered', next_attempt_ts: null });
    };
    await withFaults(beforeFirst('TransactWriteItemsCommand', send), dispatch);
    expect(await claimDelivery(webhook, post)).toBeUndefined();
    expect(await listDeliveries(webhook)).toMatchObject([{ state: 'delivered' }]);
  });

  it('logs an event that it can’t dispatch, and leaves it and later ones', async () => {
    const webhook = await make();
    const post = (await makePost()).value.id;
    await edit(post);
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const fail = () => {
      throw new Error('unreachable');
    };
    expect(await withFaults(beforeFirst('TransactWriteItemsCommand', fail), dispatch)).toBe(0);
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { level: 'error', message: 'webhook event not dispatched', queue: post },
    ]);
    expect(await dispatch()).toBe(2);
    expect(await listDeliveries(webhook)).toHaveLength(2);
  });
});

describe('replay of a delivery', () => {
  it('makes a queue due that waits for a retry, and follows the waiting delivery', async () => {
    stopClock();
    const webhook = await make();
    const post = (await makePost()).value.id;
    await dispatch();
    const claimed = (await claimDelivery(webhook, post))!;
    await finishDelivery(claimed, { ...claimed.delivery, next_attempt_ts: nowTs() + 60 });
    expect(await findDueQueues(webhook, 5)).toEqual({ due: [], nextTs: nowTs() + 60 });
    const replay = await replayDelivery(webhook, claimed.delivery.id);
    await dispatch();
    expect(await findDueQueues(webhook, 5)).toEqual({ due: [post], nextTs: undefined });
    expect((await listDeliveries(webhook))[0]).toEqual(replay);
    expect((await claimDelivery(webhook, post))?.delivery.id).toBe(claimed.delivery.id);
  });
});

describe('claim of a queue', () => {
  it('fails with the error of the database', async () => {
    const webhook = await make();
    const post = (await makePost()).value.id;
    await dispatch();
    const fail = () => {
      throw new Error('unreachable');
    };
    const claim = withFaults(beforeFirst('TransactWriteItemsCommand', fail), () =>
      claimDelivery(webhook, post),
    );
    await expect(claim).rejects.toThrow('unreachable');
  });

  it('leaves the queue to a delivery that is added just before its own is recorded as the last', async () => {
    const webhook = await make();
    const post = (await makePost()).value.id;
    await dispatch();
    const claimed = (await claimDelivery(webhook, post))!;
    await edit(post);
    const over = { ...claimed.delivery, state: 'delivered', next_attempt_ts: null } as const;
    const finish = () => finishDelivery(claimed, over);
    expect(await withFaults(beforeFirst('TransactWriteItemsCommand', dispatch), finish)).toBe(true);
    expect((await claimDelivery(webhook, post))?.delivery.action).toBe('post_edit');
  });

  it('stores nothing after its queue is deleted', async () => {
    const webhook = await make();
    const post = (await makePost()).value.id;
    await dispatch();
    const claimed = (await claimDelivery(webhook, post))!;
    const over = { ...claimed.delivery, state: 'delivered', next_attempt_ts: null } as const;
    expect(await finishDelivery(claimed, over)).toBe(true);
    expect(await finishDelivery(claimed, { ...over, state: 'failed' })).toBe(false);
    expect(await listDeliveries(webhook)).toEqual([over]);
  });
});
