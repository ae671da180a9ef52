import type { Limit } from './limits.ts';

const HALF_HOUR_S = 1_800;

/** A token bucket: tokens flow in each second, and requests take them out. */
export class Bucket {
  readonly #limit: Limit;
  #tokens: number;
  /** The peak per second until half an hour ago, and in each half hour since. */
  #borne = 0;
  #recent: [number, number] = [0, 0];
  /** The tokens taken in this second. */
  #taken = 0;

  constructor(limit: Limit) {
    this.#limit = limit;
    this.#tokens = limit.burst;
  }

  /** A table has at once the capacity of twice its previous peak. */
  get rate(): number {
    const { rate, growsTo } = this.#limit;
    return growsTo === undefined ? rate : Math.min(growsTo, Math.max(rate, 2 * this.#borne));
  }

  get tokens(): number {
    return this.#tokens;
  }

  begin(second: number): void {
    this.#taken = 0;
    const { burst, rate } = this.#limit;
    this.#tokens = Math.min(this.#tokens + this.rate, this.rate * Math.max(1, burst / rate));
    if (second % HALF_HOUR_S !== 0) return;
    this.#borne = Math.max(this.#borne, this.#recent[0]);
    this.#recent = [this.#recent[1], 0];
  }

  /** @returns the share that is granted */
  grant(wanted: number): number {
    return this.#limit.isSetting || wanted <= this.#tokens ? 1 : this.#tokens / wanted;
  }

  take(units: number): void {
    this.#tokens -= units;
    this.#taken += units;
    this.#recent[1] = Math.max(this.#recent[1], this.#taken);
  }
}
