import { afterEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { listDeliveries, replayDelivery } from '../../../../shared/posts/webhooks/deliveries.ts';
import { fanOut, readEvents } from '../../../../shared/posts/webhooks/fan-out.ts';
import { deliveryKey } from '../../../../shared/posts/webhooks/keys.ts';
import { claimDelivery, findDueQueues, finishDelivery } from '../../../../shared/posts/webhooks/queue.ts';
import { readWebhooks } from '../../../../shared/posts/webhooks/read.ts';
import { createWebhook } from '../../../../shared/posts/webhooks/write.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { advanceClock, restoreClock, stopClock } from '../../../support/time/clock.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';

useEngines();
afterEach(restoreClock);

async function dispatch(): Promise<void> {
  const events = await readEvents();
  await fanOut(
    events,
    (await readWebhooks()).map(({ value }) => value),
  );
}

/** A webhook with the deliveries of a new post and of one edit. */
async function makeQueue(): Promise<{ webhook: number; post: number }> {
  stopClock();
  const webhook = (await createWebhook({ url: 'https://hooks.example.com/' })).webhook.value.id;
  const post = (await makePost()).value.id;
  await editPost(post, { family: 'posts', input: { headline: 'New' }, ifMatch: undefined }, ADMIN);
  await dispatch();
  return { webhook, post };
}

describe('queue of deliveries', () => {
  it('is due at once, and its second delivery has no time before the first is over', async () => {
    const { webhook, post } = await makeQueue();
    expect(await findDueQueues(webhook, 5)).toEqual({ due: [post], nextTs: undefined });
    expect(await listDeliveries(webhook)).toMatchObject([
      { action: 'post_edit', state: 'pending', attempts: [], next_attempt_ts: null },
      { action: 'post_create', state: 'pending', attempts: [], next_attempt_ts: nowTs() },
    ]);
    const claimed = (await claimDelivery(webhook, post))!;
    const over = { ...claimed.delivery, state: 'delivered', next_attempt_ts: null } as const;
    expect(await finishDelivery(claimed, over)).toBe(true);
    expect((await claimDelivery(webhook, post))?.delivery.action).toBe('post_edit');
  });

  it('is claimed by one worker at a time, until its lease ends', async () => {
    const { webhook, post } = await makeQueue();
    const first = (await claimDelivery(webhook, post))!;
    expect(await claimDelivery(webhook, post)).toBeUndefined();
    expect(await findDueQueues(webhook, 5)).toEqual({ due: [], nextTs: nowTs() + 40 });
    advanceClock(39);
    expect(await claimDelivery(webhook, post)).toBeUndefined();
    advanceClock(1);
    const second = (await claimDelivery(webhook, post))!;
    expect(second.delivery).toEqual(first.delivery);
    const failed = { ...first.delivery, state: 'failed', next_attempt_ts: null } as const;
    expect(await finishDelivery(first, failed)).toBe(false);
    expect((await listDeliveries(webhook)).map(({ state }) => state)).toEqual(['pending', 'pending']);
    expect(await finishDelivery(second, { ...second.delivery, next_attempt_ts: nowTs() + 10 })).toBe(true);
    expect(await findDueQueues(webhook, 5)).toEqual({ due: [], nextTs: nowTs() + 10 });
  });

  it('is claimed once by two simultaneous workers', async () => {
    const { webhook, post } = await makeQueue();
    const claims = await Promise.all([claimDelivery(webhook, post), claimDelivery(webhook, post)]);
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('keeps its lease when a replay is added to it', async () => {
    const { webhook, post } = await makeQueue();
    const { delivery } = (await claimDelivery(webhook, post))!;
    await replayDelivery(webhook, delivery.id);
    await dispatch();
    expect(await findDueQueues(webhook, 5)).toEqual({ due: [], nextTs: nowTs() + 40 });
  });

  it('drops a delivery that has expired and goes on with the next', async () => {
    const { webhook, post } = await makeQueue();
    const [, expired] = await listDeliveries(webhook);
    await new Transaction().delete(deliveryKey(webhook, expired!.id)).commit();
    expect(await claimDelivery(webhook, post)).toBeUndefined();
    expect((await claimDelivery(webhook, post))?.delivery.action).toBe('post_edit');
  });
});
