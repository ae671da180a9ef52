import type { AdmissionClock } from './admission-clock.ts';

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

export type PlaceKind = 'any' | 'write';

/** The places of running requests. */
export class Places {
  readonly #clock: AdmissionClock;
  readonly #onFree: () => void;
  readonly #free = { any: MAX_RUNNING, write: KEPT_FOR_WRITES };
  #withoutPlaceCount = 0;

  /** @param onFree called whenever a place becomes free */
  constructor(clock: AdmissionClock, onFree: () => void) {
    this.#clock = clock;
    this.#onFree = onFree;
  }

  hasFree(kind: PlaceKind): boolean {
    return this.#free[kind] > 0;
  }

  /** The place is the request's until `occupy` ends it. */
  take(kind: PlaceKind): void {
    this.#free[kind]--;
  }

  /** @returns a function that ends the request, which has taken a place of this kind */
  occupy(kind: PlaceKind): () => void {
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

  #release(kind: PlaceKind): void {
    this.#free[kind]++;
    this.#onFree();
  }
}
