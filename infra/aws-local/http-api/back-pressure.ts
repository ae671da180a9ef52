import { setTimeout } from 'node:timers/promises';
import { MAX_WRITE_WAIT_MS } from './admission.ts';
import { Overloaded } from './overloaded.ts';
import { FairQueue } from './fair-queue.ts';

/** While the index is expected to catch up within this time, writes are not delayed. */
const FREE_S = 8;
/** The expected time at which writes are as fast as the index. */
const BALANCED_S = 12;
/** How much the speed of writes falls from FREE_S on, as a part of the index's speed for each second. */
const FALL_PER_S = 1 / 8;
/** Even then some writes begin, so that none waits for ever. */
const MIN_SHARE = 0.1;
/** Jobs per second that are assumed until the first measurement. */
const FIRST_SPEED = 40;
/** The part of the newest measurement in the speed: the index is slower as soon as writes begin, and may be faster only while they wait. */
const NEWEST_FALLING = 0.8;
const NEWEST_RISING = 0.2;
/** A waiting write looks at the speed again after this time. */
const RECHECK_MS = 250;
/** Ages of jobs are known in whole seconds. */
const ROUNDING_S = 1;

/** Who sends a write. */
export interface Writer {
  /** The API key, if the request has one. */
  key: string | undefined;
  connection: object;
}

export interface PressureClock {
  /** Milliseconds from any point in time. */
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}

interface Waiting {
  sinceMs: number;
  begin: () => void;
  refuse: (error: Overloaded) => void;
  /** Whether it has begun or was refused. */
  isOver: boolean;
}

const SYSTEM: PressureClock = {
  now: () => performance.now(),
  sleep: ms => setTimeout(ms, undefined, { ref: false }),
};

/**
 * Delays writes so that search finds each of them within half a minute. On this machine the outbox worker shares the processor with
 * requests, so that clients which write as fast as they can would postpone the search index until they end.
 *
 * The time until a job is done is the number of jobs before it divided by the measured speed of the worker. Jobs are done in their order,
 * so those of all writes since the oldest one wait. As that time grows, writes begin one after the other at a speed that falls below the
 * index's, with any number of connections. API keys take turns, and the connections of a key, so that an editor does not wait behind a
 * crowd. Bursts of some seconds are not delayed. A write that has not begun after 20 seconds is refused.
 */
export class BackPressure {
  readonly #clock: PressureClock;
  readonly #maxWaitMs: number;
  #lagS = 0;
  /** Jobs per second. */
  #speed = FIRST_SPEED;
  /** When the writes began whose jobs may wait, first one first. */
  #begunMs: number[] = [];
  readonly #waiting = new FairQueue<Waiting>();
  /** The waiting writes in the order of their arrival, and some that are over. */
  #arrived: Waiting[] = [];
  #isBeginning = false;

  /** @param patience multiplies the limit of waiting */
  constructor({ clock = SYSTEM, patience = 1 }: { clock?: PressureClock; patience?: number } = {}) {
    this.#clock = clock;
    this.#maxWaitMs = MAX_WRITE_WAIT_MS * patience;
  }

  /** How long the oldest due job has been waiting, in seconds. */
  get lagS(): number {
    return this.#lagS;
  }

  /** The time until the job of a write that begins now is done, in seconds. */
  get expectedS(): number {
    return this.#begunMs.length / this.#speed;
  }

  /** @param lagS how long the oldest due job has been waiting, in seconds; 0 when none is */
  setLag(lagS: number): void {
    this.#lagS = lagS;
    const oldestMs = this.#clock.now() - (lagS + ROUNDING_S) * 1000;
    const first = this.#begunMs.findIndex(ms => ms >= oldestMs);
    this.#begunMs = first === -1 ? [] : this.#begunMs.slice(first);
  }

  /** Measures the speed of the worker, which did so many jobs without a pause. */
  addMeasurement(jobs: number, ms: number): void {
    const speed = (jobs * 1000) / Math.max(1, ms);
    this.#speed += (speed - this.#speed) * (speed < this.#speed ? NEWEST_FALLING : NEWEST_RISING);
  }

  /** Resolves when a write with this key, on this connection, may begin. @throws Overloaded when it may not in time */
  delayWrite({ key, connection }: Writer): Promise<void> {
    return new Promise((begin, refuse) => {
      const waiting = { sinceMs: this.#clock.now(), begin, refuse, isOver: false };
      this.#waiting.push([key, connection], waiting);
      this.#arrived.push(waiting);
      if (!this.#isBeginning) void this.#beginWaiting();
    });
  }

  async #beginWaiting(): Promise<void> {
    this.#isBeginning = true;
    while (this.#waiting.size > 0) {
      await this.#waitForNext();
      // Only now, because a writer whose turn it is may have come during the wait.
      this.#beginNext();
    }
    this.#arrived = [];
    this.#isBeginning = false;
  }

  #beginNext(): void {
    let next = this.#waiting.shift();
    while (next?.isOver) next = this.#waiting.shift();
    if (!next) return;
    next.isOver = true;
    next.begin();
    this.#begunMs.push(this.#clock.now());
  }

  async #waitForNext(): Promise<void> {
    for (;;) {
      const previousMs = this.#begunMs.at(-1) ?? -Infinity;
      const waitMs = previousMs + this.#pauseMs() - this.#clock.now();
      if (waitMs <= 0) return;
      await this.#clock.sleep(Math.min(waitMs, RECHECK_MS));
      this.#refuseLate();
    }
  }

  /** Refuses the writes that have waited for too long; they leave the queue in their turns. */
  #refuseLate(): void {
    const lateMs = this.#clock.now() - this.#maxWaitMs;
    const first = this.#arrived.findIndex(({ isOver, sinceMs }) => !isOver && sinceMs > lateMs);
    const over = this.#arrived.splice(0, first === -1 ? Infinity : first);
    for (const waiting of over.filter(({ isOver }) => !isOver)) {
      waiting.isOver = true;
      waiting.refuse(new Overloaded(this.#maxWaitMs));
    }
  }

  /** The time from one write to the next. */
  #pauseMs(): number {
    const { expectedS } = this;
    if (expectedS <= FREE_S) return 0;
    const share = Math.max(MIN_SHARE, 1 + (BALANCED_S - expectedS) * FALL_PER_S);
    return 1000 / (share * this.#speed);
  }
}
