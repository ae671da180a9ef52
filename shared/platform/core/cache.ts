import { nowMs } from './clock.ts';

interface Entry<V> {
  value: V;
  until: number;
  bytes: number;
}

/** A cache that limits the lifetime and the number of its values, and their size where it is given; evicts the oldest first. */
export class TimedCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #lifeMs: number;
  readonly #most: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(lifeMs: number, most = 1000, maxBytes = Infinity) {
    this.#lifeMs = lifeMs;
    this.#most = most;
    this.#maxBytes = maxBytes;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.until > nowMs() ? entry.value : undefined;
  }

  /** `bytes`: about how much memory the value takes. A value over the limit of all is not kept. */
  set(key: K, value: V, bytes = 0): void {
    this.delete(key);
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, { value, until: nowMs() + this.#lifeMs, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most && this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
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
