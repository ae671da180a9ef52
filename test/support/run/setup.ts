import { vi } from 'vitest';
import { restoreClock } from '../time/clock.ts';
import { seedProperties } from './seed.ts';
import { disableEarlierStorages } from './storages.ts';

declare global {
  var firstEnvironment: NodeJS.ProcessEnv | undefined;
}

/**
 * Runs before each test file. A worker keeps Node.js and the packages from file to file, which saves half of the time; each file gets
 * new modules of the project and a new environment, as if it had a process of its own.
 */
vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
restoreClock();
globalThis.firstEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in globalThis.firstEnvironment)) Reflect.deleteProperty(process.env, name);
Object.assign(process.env, globalThis.firstEnvironment);
seedProperties();
disableEarlierStorages();
