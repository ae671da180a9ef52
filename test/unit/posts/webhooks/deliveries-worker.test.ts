import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { recordItem } from '../../../../shared/platform/store/records/record.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { listDeliveries, testWebhook } from '../../../../shared/posts/webhooks/deliveries.ts';
import { readWebhooks } from '../../../../shared/posts/webhooks/read.ts';
import { Webhooks } from '../../../../shared/posts/webhooks/record.ts';
import { createWebhook, deleteWebhook, editWebhook } from '../../../../shared/posts/webhooks/write.ts';
import { FEW_POLLS, work } from '../../../support/workers/delivery-worker.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';
import { OK, startReceiver, type Receiver, type Received } from '../../../support/web/receiver.ts';
import { withFaults } from '../../../support/aws/faults.ts';
import { allItems } from '../../../support/table/table.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';

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

const FAIL: Receiver['answer'] = response => void response.writeHead(500).end();

async function make(path = '/in'): Promise<number> {
  return (await createWebhook({ url: receiver.origin + path })).webhook.value.id;
}

function listActions(all: readonly Received[]): string[] {
  return all.map(({ body }) => `${body.post_id} ${body.action}`);
}

/** The lines that a run logs with these environment variables. */
async function recordLines(run: () => Promise<void>, variables: Record<string, string>): Promise<any[]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  try {
    await run();
    return log.mock.calls.map(([line]) => JSON.parse(String(line)));
  } finally {
    vi.unstubAllEnvs();
    log.mockRestore();
  }
}

it('the delivery worker logs each attempt with its webhook, delivery and outcome', async () => {
  const webhook = await make();
  const { id } = await testWebhook(webhook, ADMIN);

  const lines = await recordLines(() => work(FEW_POLLS), { LOG_LEVEL: 'info' });

  const outcome = { http_status: 200, error: null, duration_ms: expect.any(Number) };
  expect(lines).toEqual([
    { level: 'info', message: 'delivery', webhook, id, state: 'delivered', recorded: true, ...outcome },
  ]);
});

describe('the delivery worker’s metrics', () => {
  /** The metrics that a run writes. */
  async function recordMetrics(run: () => Promise<void>): Promise<object[]> {
    const lines = await recordLines(run, { SERVICE: 'test' });
    return lines.filter(line => '_aws' in line);
  }

  it('writes the age of the latest delivery and the number of failed ones', async () => {
    const id = await make();
    stopClock(0);
    receiver.answer = FAIL;
    await makePost();
    expect(await recordMetrics(() => work(FEW_POLLS))).toMatchObject([
      { DeliveryAge: 0, DeliveriesFailed: 0 },
    ]);
    stopClock(86_400);

    const [metrics] = await recordMetrics(() => work(FEW_POLLS));

    expect(metrics).toMatchObject({ DeliveryAge: 86_400, DeliveriesFailed: 1 });
    expect(await listDeliveries(id)).toMatchObject([{ state: 'failed' }]);
  });

  it('writes no metrics after a run without attempts, and none for a test delivery', async () => {
    await testWebhook(await make(), ADMIN);
    receiver.answer = FAIL;

    expect(await recordMetrics(() => work(FEW_POLLS))).toMatchObject([
      { DeliveryAge: 0, DeliveriesFailed: 0 },
    ]);
    expect(await recordMetrics(() => work(FEW_POLLS))).toEqual([]);
  });
});

describe('the delivery worker', () => {
  it('keeps deliveries while their webhook is inactive, and makes none of events of that time', async () => {
    const id = await make();
    stopClock(0);
    receiver.answer = FAIL;
    const post = (await makePost()).value.id;
    await work(FEW_POLLS);
    await editWebhook(id, { active: false }, undefined);
    receiver.answer = OK;
    receiver.received.length = 0;
    await makePost();
    stopClock(7200);
    await work();
    expect(receiver.received).toHaveLength(0);
    await editWebhook(id, { active: true }, undefined);
    await work();
    expect(listActions(receiver.received)).toEqual([`${post} post_create`]);
  });

  it('sends no request to an address that has become internal', async () => {
    const id = await make();
    const { value, version } = await Webhooks.read(id, { consistent: true });
    const url = receiver.origin.replace('127.0.0.1', '127.0.0.2');
    await new Transaction().put(recordItem(Webhooks.key(id), version + 1, { ...value, url })).commit();
    await makePost();
    await work(FEW_POLLS);
    expect(await listDeliveries(id)).toMatchObject([
      { state: 'pending', attempts: [{ http_status: null, error: 'the address is not allowed' }] },
    ]);
    expect(receiver.received).toEqual([]);
  });

  it('sends no request after the webhook is deleted', async () => {
    const id = await make();
    receiver.answer = FAIL;
    await makePost();
    await work(FEW_POLLS);
    await deleteWebhook(id, undefined);
    receiver.received.length = 0;
    stopClock(3600);
    await work();
    expect(receiver.received).toEqual([]);
  });

  it('leaves the deliveries of a deleted webhook to expire', async () => {
    const id = await make();
    receiver.answer = FAIL;
    await makePost();
    await work(FEW_POLLS);
    await deleteWebhook(id, undefined);
    const left = (await allItems()).filter(({ pk }) => pk === `WEBHOOK#${id}`);
    expect(left.length).toBeGreaterThan(0);
    for (const { expires } of left) expect(Number(expires)).toBeLessThan(nowTs() + 31 * 86_400);
  });
});

it('the delivery worker sends changes to a webhook that was made while it polls', async () => {
  let queries = 0;
  const makeBetween = async (): Promise<void> => {
    if (++queries !== 2) return;
    await make();
    await makePost();
  };

  await withFaults(makeBetween, () => work(FEW_POLLS));
  await work();

  expect(receiver.received.map(({ body }) => body.action)).toEqual(['post_create']);
});
