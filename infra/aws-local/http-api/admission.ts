import { SYSTEM_CLOCK, type AdmissionClock } from './admission-clock.ts';
import { FairQueue, type Path } from './fair-queue.ts';
import { MeanInterval } from './mean-interval.ts';
import { Overloaded } from './overloaded.ts';
import { Places, type PlaceKind } from './places.ts';

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

export interface Arrival {
  key: string | undefined;
  connection: object;
  isWrite: boolean;
  /** Whether the client has disconnected. */
  isGone?: () => boolean;
}

interface Waiting {
  begin: (place: PlaceKind) => void;
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
  readonly #places: Places;
  readonly #interval: MeanInterval;
  /** Multiplies the limits of waiting. */
  readonly #patience: number;
  readonly #queue = new FairQueue<Waiting>();
  /** The number of waiting requests of each connection that has sent any. */
  readonly #waitingCounts = new WeakMap<object, number>();
  #isPaused = false;
  /** The number of first requests that have waited. */
  #firstCount = 0;
  #waitingCount = 0;

  constructor({ clock = SYSTEM_CLOCK, patience = 1 }: { clock?: AdmissionClock; patience?: number } = {}) {
    this.#clock = clock;
    this.#places = new Places(clock, () => this.#beginWaiting());
    this.#interval = new MeanInterval(() => clock.now());
    this.#patience = patience;
  }

  /** Runs a request when it has a place. @throws Overloaded when it does not run */
  async run<T>(arrival: Arrival, work: () => Promise<T>): Promise<T> {
    const place = this.#takePlace(arrival) ?? (await this.#waitForPlace(arrival));
    const end = this.#places.occupy(place);
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

  #takePlace(arrival: Arrival): PlaceKind | undefined {
    if (this.#isPaused) return undefined;
    const kinds: readonly PlaceKind[] = hasKeptPlaces(arrival) ? ['write', 'any'] : ['any'];
    const kind = kinds.find(candidate => this.#places.hasFree(candidate));
    if (!kind) return undefined;
    this.#places.take(kind);
    this.#countWaiting(arrival, 0);
    return kind;
  }

  #beginWaiting(): void {
    if (this.#isPaused) return;
    this.#begin('write', 'write');
    this.#begin('any');
  }

  /** Lets waiting requests begin while places of this kind are free. */
  #begin(kind: PlaceKind, name?: string): void {
    while (this.#places.hasFree(kind)) {
      const waiting = this.#queue.shift(name);
      if (!waiting) return;
      if (waiting.isOver()) continue;
      this.#places.take(kind);
      this.#interval.add();
      waiting.begin(kind);
    }
  }

  /** @throws Overloaded */
  async #waitForPlace(arrival: Arrival): Promise<PlaceKind> {
    const path = this.#toPath(arrival);
    const refusal = this.#checkWait(arrival, path);
    if (refusal) {
      this.#countWaiting(arrival, 0);
      await new Promise<void>(resolve => this.#clock.startTimer(REFUSAL_MS, resolve));
      throw refusal;
    }
    if (this.#waitingCount === 0) this.#interval.restart();
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

  #enqueue({ isWrite, isGone }: Arrival, path: Path): Promise<PlaceKind> {
    const limitMs = this.#waitLimitMs(isWrite);
    return new Promise((resolve, reject) => {
      let isRefused = false;
      const refuse = (): void => {
        isRefused = true;
        reject(new Overloaded(limitMs));
      };
      const stopTimer = this.#clock.startTimer(limitMs, refuse);
      const begin = (kind: PlaceKind): void => {
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
      return new Overloaded(this.#waitingCount * this.#interval.ms);
    // An upper bound: the time that all waiting requests take together. An exact count would cost more.
    if (this.#waitingCount * this.#interval.ms <= limitMs) return undefined;
    const waitMs = this.#queue.countBefore(path) * this.#interval.ms;
    return waitMs > limitMs ? new Overloaded(waitMs) : undefined;
  }

  #waitLimitMs(isWrite: boolean): number {
    return (isWrite ? MAX_WRITE_WAIT_MS : MAX_READ_WAIT_MS) * this.#patience;
  }
}

function hasKeptPlaces({ key, isWrite }: Arrival): boolean {
  return isWrite && key !== undefined;
}
