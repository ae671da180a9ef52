/** Values of the service that are read once each. What fails is read again. */
export class ReadOnce<K, T> {
  readonly #read: (key: K) => Promise<T>;
  readonly #readings = new Map<K, Promise<T>>();

  constructor(read: (key: K) => Promise<T>) {
    this.#read = read;
  }

  async get(key: K): Promise<T> {
    const reading = this.#readings.get(key) ?? this.#read(key);
    this.#readings.set(key, reading);
    try {
      return await reading;
    } catch (error) {
      this.#readings.delete(key);
      throw error;
    }
  }

  set(key: K, value: T): void {
    this.#readings.set(key, Promise.resolve(value));
  }

  forget(key: K): void {
    this.#readings.delete(key);
  }

  forgetAll(): void {
    this.#readings.clear();
  }
}
