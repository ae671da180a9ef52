import { DAY_S } from '../../platform/core/durations.ts';
import { backoffS } from '../../platform/store/retry.ts';
import { nowMs, nowTs, sleep } from '../../platform/core/clock.ts';
import { logError, logInfo } from '../../platform/log/log.ts';
import { correlated } from '../../platform/log/trace.ts';
import { writeMetrics } from '../../platform/log/metrics.ts';
import { attemptDelivery, TIMED_OUT, type Receiver } from './attempt.ts';
import { fanOut, readEvents } from './fan-out.ts';
import { partnerReceiver } from './partner.ts';
import { claimDelivery, findDueQueues, finishDelivery, type ClaimedDelivery } from './queue.ts';
import { readWebhooks } from './read.ts';
import type { Attempt, DeliveryRecord } from './record.ts';
import { readSecret } from './keys.ts';
import { managedSecret } from '../../platform/site/managed-secret.ts';

const RETRY_FOR_S = DAY_S;

/**
 * Adds an attempt to a delivery. After a failure the delay doubles up to one hour, and the delivery fails a day after its creation. One
 * that waited longer than that behind earlier deliveries gets one attempt; so does a test.
 */
export function addAttempt(delivery: DeliveryRecord, attempt: Attempt): DeliveryRecord {
  const attempts = [...delivery.attempts, attempt];
  if (attempt.error === null) return { ...delivery, attempts, state: 'delivered', next_attempt_ts: null };
  const next = attempt.ts + Math.ceil(attempt.duration_ms / 1000) + backoffS(delivery.attempts.length);
  const over = delivery.action === 'test' || next > delivery.created_ts + RETRY_FOR_S;
  if (over) return { ...delivery, attempts, state: 'failed', next_attempt_ts: null };
  return { ...delivery, attempts, next_attempt_ts: next };
}

/** Limits of concurrent deliveries: in all, to a receiver that answered its last delivery in time, and to any other. */
const MAX_CONCURRENT = 32;
const MAX_CONCURRENT_PER_RECEIVER = 4;
const MAX_CONCURRENT_TO_SLOW_RECEIVER = 1;
/** Other queues may become due while deliveries are under way. */
const POLL_MS = 1000;
/** A run waits this long for a first retry; the sweep, once a minute, starts the later ones. */
const MAX_WAIT_S = 12;

/**
 * One run of the delivery worker: dispatches events and sends due deliveries until none is left or `mayGoOn` returns false. A receiver
 * that times out holds one slot, so that slow receivers can't block the others.
 */
export class DeliveryWorker {
  readonly #mayGoOn: () => boolean;
  readonly #underWay = new Set<Promise<void>>();
  readonly #byReceiver = new Map<number, number>();
  /** The receivers that last answered in time. */
  readonly #answering = new Set<number>();
  #sent = 0;
  /** Deliveries that get no further attempt. */
  #failed = 0;
  /** The longest time from a change to an attempt to deliver it. */
  #latestS = 0;

  constructor(mayGoOn: () => boolean) {
    this.#mayGoOn = mayGoOn;
  }

  /** @returns how many attempts were made */
  async run(): Promise<number> {
    for (;;) {
      const next = this.#mayGoOn() ? await this.#poll() : Infinity;
      if (next === Infinity && this.#underWay.size === 0) break;
      await this.#wait(next * 1000 - nowMs());
    }
    if (this.#sent > 0) writeMetrics({ DeliveryAge: this.#latestS, DeliveriesFailed: this.#failed });
    return this.#sent;
  }

  /** @returns when to poll again, in seconds; Infinity to stop */
  async #poll(): Promise<number> {
    const events = await readEvents();
    const webhooks = (await readWebhooks()).map(({ value }) => value);
    const dispatched = await fanOut(events, webhooks);
    const receivers = webhooks.filter(({ active }) => active).map(toReceiver);
    const partner = partnerReceiver(managedSecret);
    const next = await this.#startDue(partner ? [partner, ...receivers] : receivers);
    if (dispatched > 0) return 0;
    return next <= nowTs() + MAX_WAIT_S ? next : Infinity;
  }

  /** Serves receivers with the fewest deliveries under way first. @returns when the next queue becomes due */
  async #startDue(receivers: readonly Receiver[]): Promise<number> {
    const count = ({ id }: Receiver): number => this.#byReceiver.get(id) ?? 0;
    let next = Infinity;
    for (const receiver of [...receivers].sort((one, other) => count(one) - count(other))) {
      const width = this.#answering.has(receiver.id)
        ? MAX_CONCURRENT_PER_RECEIVER
        : MAX_CONCURRENT_TO_SLOW_RECEIVER;
      const free = Math.min(width - count(receiver), MAX_CONCURRENT - this.#underWay.size);
      if (free <= 0) continue;
      const { due, nextTs = Infinity } = await findDueQueues(receiver.id, free);
      next = Math.min(next, nextTs);
      for (const queue of due) this.#start(receiver, queue);
    }
    return next;
  }

  #start(receiver: Receiver, queue: number): void {
    const { id } = receiver;
    const change = (by: number) => this.#byReceiver.set(id, (this.#byReceiver.get(id) ?? 0) + by);
    change(1);
    const work = this.#deliver(receiver, queue)
      // The queue becomes due when its lease expires.
      .catch((error: unknown) => logError('delivery failed', error, { webhook: id, queue }))
      .finally(() => {
        change(-1);
        this.#underWay.delete(work);
      });
    this.#underWay.add(work);
  }

  async #deliver(receiver: Receiver, queue: number): Promise<void> {
    const claimed = await claimDelivery(receiver.id, queue);
    if (claimed) await correlated(claimed.delivery, () => this.#attempt(receiver, claimed));
  }

  async #attempt(receiver: Receiver, claimed: ClaimedDelivery): Promise<void> {
    const attempt = await attemptDelivery(receiver, claimed.delivery);
    this.#sent++;
    if (attempt.error === TIMED_OUT) this.#answering.delete(receiver.id);
    else this.#answering.add(receiver.id);
    const delivery = addAttempt(claimed.delivery, attempt);
    this.#measure(delivery, attempt);
    const recorded = await finishDelivery(claimed, delivery);
    const { ts: _ts, ...outcome } = attempt;
    logInfo('delivery', {
      webhook: receiver.id,
      id: delivery.id,
      state: delivery.state,
      recorded,
      ...outcome,
    });
  }

  /** A delivery to a receiver that fails, or behind many others, has a late attempt. A test is not a change. */
  #measure({ action, state, created_ts }: DeliveryRecord, { ts }: Attempt): void {
    if (action === 'test') return;
    this.#latestS = Math.max(this.#latestS, ts - created_ts);
    if (state === 'failed') this.#failed++;
  }

  /** Waits until a delivery ends or the time is over, at most POLL_MS. */
  async #wait(ms: number): Promise<void> {
    if (ms <= 0) return;
    const waiting = new AbortController();
    const time = sleep(Math.min(ms, POLL_MS), waiting.signal);
    await Promise.race([time.catch(() => undefined), ...this.#underWay]);
    waiting.abort();
  }
}

function toReceiver({ id, url, headers }: Omit<Receiver, 'secret'>): Receiver {
  return {
    id,
    url,
    headers,
    secret: () => readSecret(id),
  };
}
