import { ApiError } from '../../../shared/platform/core/errors.ts';
import { FairQueue, type Path } from './fair-queue.ts';

/**
 * The requests that run at once. They share one thread, so more of them are not faster together; they only make each round of the event
 * loop longer, in which Node.js accepts a single connection.
 */
const MAX_RUNNING = 8;
/** Further places, for writes with a key only. */
const KEPT_FOR_WRITES = 4;
/** A request that runs for longer waits for something else than the processor, such as another host, and gives its place to the next one. */
const PLACE_MS = 1000;
/** The requests that run without a place. */
const MAX_WITHOUT_PLACE = 64;
/** The longest waits, expected or real. */
const MAX_READ_WAIT_MS = 5000;
export const MAX_WRITE_WAIT_MS = 20_000;
/** The answer of a refused request waits for this time: clients that repeat requests at once would otherwise take the time of all others. */
const REFUSAL_MS = 1000;
/** Only writes use the second half of the queue. */
const MAX_WAITING = 4000;
/** First requests of connections have this many turns for each turn of a later request. */
const FIRST_LANES = 3;
/** For clients that send requests on a connection without waiting for the answers. */
const MAX_WAITING_OF_CONNECTION = 8;
/** The weight of the last interval in the mean of the intervals between waiting requests. It is small, so that one pause refuses nothing. */
const LAST_WEIGHT = 1 / 64;

/** 503: the request would wait for too long. */
export class Overloaded extends ApiError {
  constructor(waitMs: number) {
    const headers = { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) };
    super(503, 'unavailable', 'Too many requests are waiting; try again later', { headers });
  }
}

export interface Arrival {
  key: string | undefined;
  connection: object;
  isWrite: boolean;
  /** Whether the client has disconnected. */
  isGone?: () => boolean;
}

export interface AdmissionClock {
  /** Milliseconds from any point in time. */
  now: () => number;
  /** @returns a function that stops the timer */
  startTimer: (ms: number, callback: () => void) => () => void;
}

const SYSTEM: AdmissionClock = {
  now: () => performance.now(),
  startTimer: (ms, callback) => {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};

type Kind = 'any' | 'write';

interface Waiting {
  begin: (place: Kind) => void;
  /** Whether it has been refused, or its client has gone. */
  isOver: () => boolean;
}

/**
 * Lets a few requests run at once; the others wait. Writes with a key take turns with all other requests, and so do keys, and the connections
 * of a key. First requests of connections have most turns, so that busy connections keep no new one waiting. A request is refused when it would wait
 * for too long.
 */
export class Admission {
  readonly #clock: AdmissionClock;
  /** Multiplies the limits of waiting. */
  readonly #patience: number;
  readonly #free = { any: MAX_RUNNING, write: KEPT_FOR_WRITES };
  readonly #queue = new FairQueue<Waiting>();
  /** The number of waiting requests of each connection that has sent any. */
  readonly #waitingCounts = new WeakMap<object, number>();
  #isPaused = false;
  /** The number of first requests that have waited. */
  #firstCount = 0;
  #waitingCount = 0;
  #withoutPlaceCount = 0;
  /** When the last waiting request began, or the first one came. */
  #lastMs = 0;
  #intervalMs = 0;

  constructor({ clock = SYSTEM, patience = 1 }: { clock?: AdmissionClock; patience?: number } = {}) {
    this.#clock = clock;
    this.#patience = patience;
  }

  /** Runs a request when it has a place. @throws Overloaded when it does not run */
  async run<T>(arrival: Arrival, work: () => Promise<T>): Promise<T> {
    const place = this.#takePlace(arrival) ?? (await this.#waitForPlace(arrival));
    const end = this.#occupy(place);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Lets no request begin until `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#beginWaiting();
  }

  #takePlace(arrival: Arrival): Kind | undefined {
    if (this.#isPaused) return undefined;
    const kinds: readonly Kind[] = hasKeptPlaces(arrival) ? ['write', 'any'] : ['any'];
    const kind = kinds.find(candidate => this.#free[candidate] > 0);
    if (!kind) return undefined;
    this.#free[kind]--;
    this.#countWaiting(arrival, 0);
    return kind;
  }

  /** @returns a function that ends the request */
  #occupy(kind: Kind): () => void {
    let end = (): void => this.#release(kind);
    const stopTimer = this.#clock.startTimer(PLACE_MS, () => {
      if (this.#withoutPlaceCount === MAX_WITHOUT_PLACE) return;
      this.#withoutPlaceCount++;
      end = () => void this.#withoutPlaceCount--;
      this.#release(kind);
    });
    return () => {
      stopTimer();
      end();
    };
  }

  #release(kind: Kind): void {
    this.#free[kind]++;
    this.#beginWaiting();
  }

  #beginWaiting(): void {
    if (this.#isPaused) return;
    this.#begin('write', 'write');
    this.#begin('any');
  }

  /** Lets waiting requests begin while places of this kind are free. */
  #begin(kind: Kind, name?: string): void {
    while (this.#free[kind] > 0) {
      const waiting = this.#queue.shift(name);
      if (!waiting) return;
      if (waiting.isOver()) continue;
      this.#free[kind]--;
      this.#noteInterval();
      waiting.begin(kind);
    }
  }

  /** Intervals from before the queue was last empty say nothing about the current requests. */
  #forgetIntervals(): void {
    this.#lastMs = this.#clock.now();
    this.#intervalMs = 0;
  }

  #noteInterval(): void {
    const now = this.#clock.now();
    this.#intervalMs += (now - this.#lastMs - this.#intervalMs) * LAST_WEIGHT;
    this.#lastMs = now;
  }

  /** @throws Overloaded */
  async #waitForPlace(arrival: Arrival): Promise<Kind> {
    const path = this.#toPath(arrival);
    const refusal = this.#checkWait(arrival, path);
    if (refusal) {
      this.#countWaiting(arrival, 0);
      await new Promise<void>(resolve => this.#clock.startTimer(REFUSAL_MS, resolve));
      throw refusal;
    }
    if (this.#waitingCount === 0) this.#forgetIntervals();
    this.#countWaiting(arrival, 1);
    try {
      return await this.#enqueue(arrival, path);
    } finally {
      this.#countWaiting(arrival, -1);
    }
  }

  /** Also notes that the connection has sent a request. */
  #countWaiting({ connection }: Arrival, change: number): void {
    this.#waitingCount += change;
    this.#waitingCounts.set(connection, this.#getWaitingCount(connection) + change);
  }

  #getWaitingCount(connection: object): number {
    return this.#waitingCounts.get(connection) ?? 0;
  }

  #enqueue({ isWrite, isGone }: Arrival, path: Path): Promise<Kind> {
    const limitMs = this.#waitLimitMs(isWrite);
    return new Promise((resolve, reject) => {
      let isRefused = false;
      const refuse = (): void => {
        isRefused = true;
        reject(new Overloaded(limitMs));
      };
      const stopTimer = this.#clock.startTimer(limitMs, refuse);
      const begin = (kind: Kind): void => {
        stopTimer();
        resolve(kind);
      };
      const isOver = (): boolean => {
        if (!isRefused && isGone?.() === true) {
          stopTimer();
          refuse();
        }
        return isRefused;
      };
      this.#queue.push(path, { begin, isOver });
    });
  }

  #toPath(arrival: Arrival): Path {
    const { key, connection } = arrival;
    const turn = hasKeptPlaces(arrival) ? 'write' : 'other';
    const lane = this.#waitingCounts.has(connection) ? 'later' : ++this.#firstCount % FIRST_LANES;
    return [turn, key, lane, connection];
  }

  /** @returns the refusal */
  #checkWait({ connection, isWrite }: Arrival, path: Path): Overloaded | undefined {
    const limitMs = this.#waitLimitMs(isWrite);
    const isFull = this.#waitingCount >= (isWrite ? MAX_WAITING : MAX_WAITING / 2);
    if (isFull || this.#getWaitingCount(connection) >= MAX_WAITING_OF_CONNECTION)
      return new Overloaded(this.#waitingCount * this.#intervalMs);
    // An upper bound: the time that all waiting requests take together. An exact count would cost more.
    if (this.#waitingCount * this.#intervalMs <= limitMs) return undefined;
    const waitMs = this.#queue.countBefore(path) * this.#intervalMs;
    return waitMs > limitMs ? new Overloaded(waitMs) : undefined;
  }

  #waitLimitMs(isWrite: boolean): number {
    return (isWrite ? MAX_WRITE_WAIT_MS : MAX_READ_WAIT_MS) * this.#patience;
  }
}

function hasKeptPlaces({ key, isWrite }: Arrival): boolean {
  return isWrite && key !== undefined;
}
