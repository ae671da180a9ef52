import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeOver } from '../../../infra/local/take-over.ts';
import { nowMs, nowTs } from '../../../shared/platform/core/clock.ts';
import { IdempotencyInProgress } from '../../../shared/platform/core/errors.ts';
import { runOnce } from '../../../shared/platform/idempotency/run-once.ts';
import { convertUnderLease } from '../../../shared/posts/rendering/conversion-lease.ts';
import { Leases } from '../../../shared/posts/search/leases.ts';
import { FILE_CLEANUP, outboxItem, toItem } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { dueItems, lease } from '../../../shared/platform/store/outbox/outbox.ts';
import { Contention } from '../../../shared/platform/store/retry.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { retryInTurn } from '../../../shared/platform/store/turns.ts';
import { fanOut, readEvents } from '../../../shared/posts/webhooks/fan-out.ts';
import { claimDelivery, findDueQueues, finishDelivery } from '../../../shared/posts/webhooks/queue.ts';
import { readWebhooks } from '../../../shared/posts/webhooks/read.ts';
import { createWebhook } from '../../../shared/posts/webhooks/write.ts';
import { advanceClock, restoreClock, stopClock, stopClockAt } from '../../support/time/clock.ts';
import { runContended } from '../../support/aws/contended-table.ts';
import { makePost, useEngines } from '../../support/aws/engines.ts';
import { until } from '../../support/time/until.ts';

useEngines();

/** Each test is later than the take-over of the one before. */
let aheadS = 0;
beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
  stopClock((aheadS += 60));
});
afterEach(restoreClock);
// Other files of the same worker have leases of their own.
afterAll(async () => {
  stopClockAt(0);
  await takeOver();
  restoreClock();
});

/** A start of the service, a second after the process before it was killed. */
async function restart(): Promise<void> {
  advanceClock(1);
  await takeOver();
}

/** A request that never ends. */
function hang(): Promise<never> {
  return new Promise(() => undefined);
}

describe('takeOver()', () => {
  it('frees the leases on posts of the search index, but none that was taken since', async () => {
    await Leases.take([1, 2]);
    expect((await Leases.take([1, 2])).held).toEqual([]);
    await restart();
    expect((await Leases.take([1])).held).toHaveLength(1);
    expect((await Leases.take([1, 2])).held.map(({ id }) => id)).toEqual([2]);
  });

  it('frees the leases that a process with a clock ahead has taken', async () => {
    advanceClock(300);
    await Leases.take([3]);
    advanceClock(-300);
    await restart();
    expect((await Leases.take([3])).held).toHaveLength(1);
  });

  it('makes leased jobs of the outbox due, but none of a later time', async () => {
    const items = Array.from({ length: 120 }, (_, n) => outboxItem('a', { n }, 0));
    const later = outboxItem(FILE_CLEANUP, {}, 3600);
    const failed = { ...outboxItem('b', {}, 160), attempts: 5 };
    for (const item of [...items, later, failed]) await putItem(toItem(item));
    for (const item of items) await lease(item);
    expect(await dueItems()).toEqual([]);
    await restart();
    const due = await dueItems('OUTBOX', 200);
    expect(new Set(due.map(({ job }) => job))).toEqual(new Set(items.map(({ job }) => job)));
    expect(due).toHaveLength(120);
  });

  it('makes jobs due that a process with a clock ahead has leased, put or retried', async () => {
    advanceClock(300);
    const leased = outboxItem('leased', {}, 0);
    const retried = { ...outboxItem('retried', {}, 40), attempts: 3 };
    for (const item of [leased, outboxItem('put', {}), retried]) await putItem(toItem(item));
    await lease(leased);
    advanceClock(-300);
    await restart();
    const kinds = (await dueItems('OUTBOX', 200)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['leased', 'put', 'retried']));
  });

  it('makes claimed deliveries due, but no planned retry', async () => {
    const webhook = (await createWebhook({ url: 'https://hooks.example.com/' })).webhook.value.id;
    const [claimed, retried] = [(await makePost()).value.id, (await makePost()).value.id];
    await fanOut(
      await readEvents(),
      (await readWebhooks()).map(({ value }) => value),
    );
    const dead = (await claimDelivery(webhook, claimed))!;
    const failed = (await claimDelivery(webhook, retried))!;
    const retry = { ...failed.delivery, next_attempt_ts: nowTs() + 10 };
    expect(await finishDelivery(failed, retry)).toBe(true);
    await restart();
    expect(await findDueQueues(webhook, 5)).toEqual({ due: [claimed], nextTs: nowTs() + 9 });
    expect(await finishDelivery(dead, { ...dead.delivery, state: 'failed', next_attempt_ts: null })).toBe(
      false,
    );
    expect((await claimDelivery(webhook, claimed))?.delivery).toEqual(dead.delivery);
  });

  it('makes deliveries due that a process with a clock ahead has claimed', async () => {
    const webhook = (await createWebhook({ url: 'https://hooks.example.com/ahead' })).webhook.value.id;
    const claimed = (await makePost()).value.id;
    await fanOut(
      await readEvents(),
      (await readWebhooks()).map(({ value }) => value),
    );
    advanceClock(300);
    await claimDelivery(webhook, claimed);
    advanceClock(-300);
    await restart();
    expect((await findDueQueues(webhook, 5)).due).toEqual([claimed]);
  });

  it('frees the lease on conversions of an owner', async () => {
    const nothing = () => Promise.resolve(undefined);
    void convertUnderLease('owner', nothing, hang);
    await until(async () =>
      expect(await queryItems({ pk: 'SAFE#conversions', consistent: true })).toHaveLength(1),
    );
    await restart();
    expect(await convertUnderLease('owner', nothing, () => Promise.resolve('converted'))).toBe('converted');
  });

  it('removes the turns of waiting writers', async () => {
    const queue = 'TEST#writers';
    for (const id of [1, 2, 3])
      await putItem({ pk: queue, sk: String(id).padStart(16, '0'), until: nowMs() + 20_000 });
    await restart();
    restoreClock();
    const attempts = [() => Promise.reject(new Contention('lost')), () => Promise.resolve('done')];
    const { result, ms } = await runContended(() => retryInTurn(queue, () => attempts.shift()!()));
    expect(result).toBe('done');
    expect(ms).toBeLessThan(1000);
  });
});

describe('takeOver() of a claim of an Idempotency-Key', () => {
  const ANSWER = { body: { id: 7 }, version: 1 };
  let claim = { pk: '', fingerprint: 'f' };
  beforeEach(() => {
    claim = { pk: `IDEMPOTENCY#${randomUUID()}`, fingerprint: 'f' };
  });

  async function write(): Promise<typeof ANSWER> {
    await new Transaction().put({ pk: claim.pk, sk: 'record' }).commitCreation(7);
    return ANSWER;
  }

  /** Resolves when the request has run as far as `reach`; then its process dies. */
  async function die(reach: () => Promise<unknown>): Promise<void> {
    await new Promise<void>(resolve => {
      void runOnce(claim, {}, async () => {
        await reach();
        resolve();
        return await hang();
      });
    });
  }

  it('runs the request when it had written nothing, once', async () => {
    await die(() => Promise.resolve());
    await expect(runOnce(claim, {}, write)).rejects.toThrow(IdempotencyInProgress);
    await restart();
    const both = await Promise.allSettled([runOnce(claim, {}, write), runOnce(claim, {}, write)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await runOnce(claim, {}, write)).toEqual({ ...ANSWER, replayed: true });
  });

  it('keeps claims of the same second that are made after the start', async () => {
    await restart();
    await die(() => Promise.resolve());
    await expect(runOnce(claim, {}, write)).rejects.toThrow(IdempotencyInProgress);
  });

  it('answers with the record that the request had written', async () => {
    await die(write);
    const recall = (id: number) => Promise.resolve({ body: { id, edited: true }, version: 2 });
    await expect(runOnce(claim, { recall }, write)).rejects.toThrow(IdempotencyInProgress);
    await restart();
    expect(await runOnce(claim, { recall }, write)).toEqual({
      body: { id: 7, edited: true },
      version: 2,
      replayed: true,
    });
    await expect(runOnce(claim, {}, write)).rejects.toThrow('its answer is lost');
  });
});
