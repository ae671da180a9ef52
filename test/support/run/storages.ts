import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

declare global {
  var notedStorages: AsyncLocalStorage<unknown>[] | undefined;
}

/** Notes each storage that is made from now on. */
function noteStorages(): AsyncLocalStorage<unknown>[] {
  const noted: AsyncLocalStorage<unknown>[] = [];
  const value = class<T> extends AsyncLocalStorage<T> {
    constructor() {
      super();
      noted.push(this);
    }
  };
  // An assignment would fail in newer versions of Node.js, where the property is a getter.
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value, configurable: true, enumerable: true });
  syncBuiltinESMExports();
  return noted;
}

/**
 * Disables the storages that the modules of earlier files have made. Before version 24, Node.js gives each new promise a property for
 * each storage that was ever used: the fiftieth file of a process would take half as much time again.
 */
export function disableEarlierStorages(): void {
  globalThis.notedStorages ??= noteStorages();
  for (const storage of globalThis.notedStorages.splice(0)) storage.disable();
}
