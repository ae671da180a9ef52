import { vi } from 'vitest';
import { restoreClock } from './clock.ts';

declare global {
  var firstEnvironment: NodeJS.ProcessEnv | undefined;
}

/**
 * Before each test file. A worker keeps Node.js and the packages from file to file, which saves half of the time; the project's own
 * modules and the environment are new in each, as if the file had a process of its own.
 */
vi.resetModules();
vi.useRealTimers();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
restoreClock();
globalThis.firstEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in globalThis.firstEnvironment)) Reflect.deleteProperty(process.env, name);
Object.assign(process.env, globalThis.firstEnvironment);
