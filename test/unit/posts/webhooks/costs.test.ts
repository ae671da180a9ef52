import { afterAll, beforeAll, expect, it } from 'vitest';
import { putItem } from '../../../../shared/platform/store/put.ts';
import { listDeliveries } from '../../../../shared/posts/webhooks/deliveries.ts';
import { DeliveryWorker } from '../../../../shared/posts/webhooks/worker.ts';
import { createWebhook } from '../../../../shared/posts/webhooks/write.ts';
import { measureCost, installMeter } from '../../../support/costs/meter.ts';
import { mayPoll } from '../../../support/workers/delivery-worker.ts';
import { makePost, useEngines } from '../../../support/aws/engines.ts';
import { startReceiver, type Receiver } from '../../../support/web/receiver.ts';

useEngines();
let receiver: Receiver;

beforeAll(async () => {
  installMeter();
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

function work() {
  return measureCost(() => new DeliveryWorker(mayPoll(100)).run());
}

it('the delivery worker makes two calls when it has nothing to do', async () => {
  expect(await work()).toMatchObject({ calls: 2, write: 0 });
});

it('a post’s write costs one more item for all webhooks, and a delivery costs its stated price', async () => {
  await makePost();
  const before = await measureCost(() => makePost());
  const webhooks = [];
  for (const path of ['/a', '/b']) webhooks.push(await createWebhook({ url: receiver.origin + path }));
  await makePost();
  const after = await measureCost(() => makePost());

  expect(after.calls).toBe(before.calls);
  expect(after.write).toBe(before.write + 2);

  await work();
  await makePost();
  const { calls, read, write } = await work();
  expect(receiver.received).toHaveLength(6);
  // One transaction dispatches the event to both webhooks; each is then leased, sent and recorded.
  expect(write).toBe(2 + 2 * 22);
  expect(read).toBeLessThanOrEqual(30);
  expect(calls).toBeLessThanOrEqual(36);
});

it('the delivery worker sends other events while there is one that it can’t read', async () => {
  const { webhook } = await createWebhook({ url: `${receiver.origin}/c` });
  const item = { pk: 'WEBHOOK_EVENTS', sk: '0', of: 'another version' };
  await putItem(item);
  await makePost();
  await work();

  expect(await listDeliveries(webhook.value.id)).toMatchObject([{ state: 'delivered' }]);
});
