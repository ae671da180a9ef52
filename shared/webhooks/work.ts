import { nowMs, nowTs, sleep } from '../core/clock.ts';
import { logError, logInfo } from '../core/log.ts';
import { attemptDelivery, TIMED_OUT } from './attempt.ts';
import { fanOut } from './fan-out.ts';
import { readWebhooks } from './known.ts';
import { partnerReceiver } from './partner.ts';
import { dueLanes, endTurn, takeTurn } from './queue.ts';
import type { Receiver } from './receiver.ts';
import { afterAttempt } from './retry.ts';
import { readSecret } from './secret.ts';
import { managedSecret } from './secrets.ts';

/** Deliveries under way at a time: in all, to a receiver that answers, and to one that hasn't yet, or not in time. */
const MAX_CONCURRENT = 32;
const MAX_CONCURRENT_PER_RECEIVER = 4;
const MAX_CONCURRENT_TO_SLOW_RECEIVER = 1;
/** While deliveries are under way, others may become due. */
const LOOK_EVERY_MS = 1000;
/** The first attempt after a failure is waited for; whoever looks each minute sees to the later ones. */
const WAITED_FOR_S = 12;

/**
 * One run of a worker: makes deliveries of events and sends what is due, until nothing is, or `mayGoOn` says no. A receiver that hangs
 * holds one place: with all of them hanging there are others for whoever doesn't.
 */
export class Deliveries {
  readonly #mayGoOn: () => boolean;
  readonly #underWay = new Set<Promise<void>>();
  readonly #byReceiver = new Map<number, number>();
  /** The receivers that last answered in time. */
  readonly #answering = new Set<number>();
  #sent = 0;

  constructor(mayGoOn: () => boolean) {
    this.#mayGoOn = mayGoOn;
  }

  /** @returns how many attempts were made */
  async run(): Promise<number> {
    for (;;) {
      const next = this.#mayGoOn() ? await this.#look() : Infinity;
      if (next === Infinity && this.#underWay.size === 0) return this.#sent;
      await this.#somethingOr(next * 1000 - nowMs());
    }
  }

  /** @returns when there is something to look for again; Infinity: not soon */
  async #look(): Promise<number> {
    const webhooks = (await readWebhooks()).map(({ value }) => value);
    const told = await fanOut(webhooks);
    const receivers = webhooks.filter(({ active }) => active).map(toReceiver);
    const partner = partnerReceiver(managedSecret);
    const next = await this.#begin(partner ? [partner, ...receivers] : receivers);
    if (told > 0) return 0;
    return next <= nowTs() + WAITED_FOR_S ? next : Infinity;
  }

  /** Those that have the fewest under way come first. @returns when the next lane is due */
  async #begin(receivers: readonly Receiver[]): Promise<number> {
    const count = ({ id }: Receiver): number => this.#byReceiver.get(id) ?? 0;
    let next = Infinity;
    for (const receiver of [...receivers].sort((one, other) => count(one) - count(other))) {
      const width = this.#answering.has(receiver.id)
        ? MAX_CONCURRENT_PER_RECEIVER
        : MAX_CONCURRENT_TO_SLOW_RECEIVER;
      const free = Math.min(width - count(receiver), MAX_CONCURRENT - this.#underWay.size);
      if (free <= 0) continue;
      const { due, nextTs = Infinity } = await dueLanes(receiver.id, free);
      next = Math.min(next, nextTs);
      for (const lane of due) this.#start(receiver, lane);
    }
    return next;
  }

  #start(receiver: Receiver, lane: number): void {
    const { id } = receiver;
    const change = (by: number) => this.#byReceiver.set(id, (this.#byReceiver.get(id) ?? 0) + by);
    change(1);
    const work = this.#deliver(receiver, lane)
      // The lane is due again when it is nobody's own any more.
      .catch((error: unknown) => logError('delivery not made', error, { webhook: id, lane }))
      .finally(() => {
        change(-1);
        this.#underWay.delete(work);
      });
    this.#underWay.add(work);
  }

  async #deliver(receiver: Receiver, lane: number): Promise<void> {
    const turn = await takeTurn(receiver.id, lane);
    if (!turn) return;
    const attempt = await attemptDelivery(receiver, turn.delivery);
    this.#sent++;
    if (attempt.error === TIMED_OUT) this.#answering.delete(receiver.id);
    else this.#answering.add(receiver.id);
    const delivery = afterAttempt(turn.delivery, attempt);
    const noted = await endTurn(turn, delivery);
    const { ts: _ts, ...outcome } = attempt;
    logInfo('delivery', { webhook: receiver.id, id: delivery.id, state: delivery.state, noted, ...outcome });
  }

  /** Waits so long, or until a delivery is over, but never long. */
  async #somethingOr(ms: number): Promise<void> {
    if (ms <= 0) return;
    const waiting = new AbortController();
    const time = sleep(Math.min(ms, LOOK_EVERY_MS), waiting.signal);
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
