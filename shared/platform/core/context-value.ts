import { AsyncLocalStorage } from 'node:async_hooks';

interface Held<T = unknown> {
  owner: object;
  value: T;
}

/** All values have one storage: on Node.js 20, each storage makes all asynchronous work slower. */
const storage = new AsyncLocalStorage<readonly Held[]>();

/** A value that holds for asynchronous work and all that it starts. */
export class ContextValue<T> {
  /** Runs work for which the value holds, instead of the one that held so far. */
  run<R>(value: T, work: () => R): R {
    const others = (storage.getStore() ?? []).filter(({ owner }) => owner !== this);
    return storage.run([...others, { owner: this, value }], work);
  }

  /** The value that holds here; undefined outside of any run. */
  get(): T | undefined {
    return storage.getStore()?.find((held): held is Held<T> => held.owner === this)?.value;
  }
}
