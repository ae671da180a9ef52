import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, vi } from 'vitest';

it('the setup of a test file disables the storages that earlier files of the process have made', async () => {
  const storage = new AsyncLocalStorage<string>();
  storage.enterWith('earlier file');
  vi.resetModules();
  await import('../support/run/setup.ts');
  expect(storage.getStore()).toBeUndefined();
});
