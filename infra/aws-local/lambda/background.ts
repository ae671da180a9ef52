import { setTimeout as sleep } from 'node:timers/promises';
import { ContextValue } from '../../../shared/platform/core/context-value.ts';
import { addLayer } from '../../../shared/platform/store/layers.ts';
import type { Handlers } from './handlers.ts';

/** While requests are open, background work shares the first part of each period with them, and waits in the rest. */
const PERIOD_MS = 30;
const SHARE_MS = 15;
/** A client that sends one request after the other needs this time between them. */
const GRACE_MS = 5;

/** Whether the functions that events invoke wait for requests. Undefined outside of these functions. */
const waitsForRequests = new ContextValue<boolean>();

/** Whether an event invoked the function that runs now. In AWS such a function has a process of its own, apart from requests. */
export function isInvokedByEvent(): boolean {
  return waitsForRequests.get() !== undefined;
}

export interface BackgroundClock {
  /** Milliseconds from any point in time. */
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}

const SYSTEM: BackgroundClock = {
  now: () => performance.now(),
  sleep: ms => sleep(ms, undefined, { ref: false }),
};

/**
 * Lets requests go before background work, which shares their thread: the jobs of the outbox, webhooks, thumbnails and the sweep. Each of
 * their calls to the table takes a turn first. While requests are open, calls begin only in half of the time and there at the rate of
 * the requests' calls. This quarter of the processor is guaranteed, so that no load postpones the search index for ever. Which calls
 * belong to background work follows from their asynchronous context.
 */
export class Background {
  readonly #clock: BackgroundClock;
  #openRequests = 0;
  /** The time from which the service counts as idle when no request is open. */
  #idleFrom = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(clock = SYSTEM) {
    this.#clock = clock;
  }

  /** The same functions; all but the publisher, which is punctual, run as background work. */
  wrap(handlers: Handlers): Handlers {
    return {
      publisher: event => waitsForRequests.run(false, () => handlers.publisher(event)),
      drain: mayGoOn => this.run(() => handlers.drain(mayGoOn)),
      readLag: () => this.run(() => handlers.readLag()),
      sweep: (event, context) => this.run(() => handlers.sweep(event, context)),
      webhooks: (event, context) => this.run(() => handlers.webhooks(event, context)),
      thumbnails: event => this.run(() => handlers.thumbnails(event)),
    };
  }

  /** Makes the calls of this process's functions to the table take turns. @returns a function that ends it */
  holdBackCalls(): () => void {
    return addLayer(async (_call, next) => {
      await this.takeTurn();
      return await next();
    });
  }

  /** Runs background work. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    return await waitsForRequests.run(true, async () => {
      await this.takeTurn();
      return await work();
    });
  }

  /** Runs a request, for which background work waits. */
  async serve<T>(request: () => Promise<T>): Promise<T> {
    this.#openRequests++;
    try {
      return await request();
    } finally {
      this.#openRequests--;
      this.#idleFrom = this.#clock.now() + GRACE_MS;
    }
  }

  /** Resolves when a call of background work may begin; at once for all other calls. */
  async takeTurn(): Promise<void> {
    if (waitsForRequests.get() !== true) return;
    for (;;) {
      const waitMs = this.#waitMs();
      if (waitMs > 0) await this.#clock.sleep(waitMs);
      else {
        await this.#nextRound();
        if (this.#waitMs() <= 0) return;
      }
    }
  }

  #waitMs(): number {
    const now = this.#clock.now();
    const position = now % PERIOD_MS;
    if (position < SHARE_MS) return 0;
    const restMs = PERIOD_MS - position;
    return this.#openRequests > 0 ? restMs : Math.min(restMs, this.#idleFrom - now);
  }

  /** In each round of the event loop as many calls begin as there are requests, which make about one call in a round each. */
  #nextRound(): Promise<void> {
    if (this.#waiting.length === 0) setImmediate(() => this.#startRound());
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  #startRound(): void {
    for (const begin of this.#waiting.splice(0, Math.max(1, this.#openRequests))) begin();
    if (this.#waiting.length > 0) setImmediate(() => this.#startRound());
  }
}
