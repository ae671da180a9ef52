import { nowMs } from './clock.ts';

/** A cache that limits the lifetime and the number of its values; evicts the oldest first. */
export class TimedCache<K, V> {
  readonly #entries = new Map<K, { value: V; until: number }>();
  readonly #lifeMs: number;
  readonly #most: number;

  constructor(lifeMs: number, most = 1000) {
    this.#lifeMs = lifeMs;
    this.#most = most;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.until > nowMs() ? entry.value : undefined;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: nowMs() + this.#lifeMs });
    if (this.#entries.size <= this.#most) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** A single value under a TimedCache's rules. */
export class CachedValue<T> {
  readonly #cache: TimedCache<'value', T>;
  /** How many times the value was cleared. */
  #clears = 0;

  constructor(lifeMs: number) {
    this.#cache = new TimedCache(lifeMs);
  }

  get(): T | undefined {
    return this.#cache.get('value');
  }

  /** Reads the value, and caches it unless it was cleared during the read: it may then be outdated. */
  async load(read: () => Promise<T>): Promise<T> {
    const before = this.#clears;
    const value = await read();
    if (this.#clears === before) this.#cache.set('value', value);
    return value;
  }

  clear(): void {
    this.#clears++;
    this.#cache.clear();
  }
}

/** Cache lifetime of reference data. Revocations and changes of roles and statuses must take effect everywhere within 10 s. */
export const REFERENCE_LIFE_MS = 9_000;
