interface Options<S> {
  isSame: (one: S, other: S) => boolean;
  /** Limits the sum of the `bytes` of all entries. */
  maxBytes: number;
}

/**
 * Remembers what was computed from stored values, by their keys. Callers read the value first, and get a result only if it was computed from an
 * equal value. So no result is outdated when other processes write or crash, and nothing needs to be invalidated. Results are frozen, because
 * requests share them. The least recently used ones are evicted first.
 */
export class DerivedCache<S, R extends object> {
  readonly #entries = new Map<string, { source: S; result: R; bytes: number }>();
  readonly #options: Options<S>;
  #bytes = 0;

  constructor(options: Options<S>) {
    this.#options = options;
  }

  get(key: string, source: S): R | undefined {
    const entry = this.#entries.get(key);
    if (!entry || !this.#options.isSame(entry.source, source)) return undefined;
    // A Map lists its keys in the order of their insertion: this one becomes the last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.result;
  }

  /** `bytes`: about how much memory source and result take. */
  set(key: string, source: S, result: R, bytes: number): void {
    this.#delete(key);
    if (bytes > this.#options.maxBytes) return;
    this.#entries.set(key, { source, result: freeze(result), bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#options.maxBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

function freeze<T extends object>(value: T): T {
  const parts: unknown[] = Object.values(value);
  for (const part of parts) if (typeof part === 'object' && part !== null) freeze(part);
  return Object.freeze(value);
}
