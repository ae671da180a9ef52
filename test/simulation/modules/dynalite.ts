import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import type { SimulatedProcess } from '../engine/process.ts';
import { extend } from './extend.ts';
import { createTimers } from './timers.ts';

interface Loaded {
  exports: unknown;
}

const loaded = new Map<string, Loaded>();
let current: () => SimulatedProcess = () => {
  throw new Error('No process runs.');
};

/** @param processNow returns the process whose timers, time and chance dynalite's functions use */
export function runDynaliteIn(processNow: () => SimulatedProcess): void {
  current = processNow;
}

type Start = ReturnType<typeof createTimers>['setTimeout'];

/** Timers, time and chance of the process that runs, as far as dynalite uses them. */
const GLOBALS = {
  setTimeout: (...args: Parameters<Start>) => createTimers(current()).setTimeout(...args),
  setImmediate: (...args: Parameters<Start>) => createTimers(current()).setImmediate(...args),
  Date: { now: () => current().nowMs() },
  Math: extend(Math, { random: () => current().machine.chance.number() }),
};
const CRYPTO = extend(crypto, { randomBytes: (size: number) => current().machine.chance.bytes(size) });

const requireShared = createLoader(import.meta.filename);
let members: object | undefined;

/**
 * Loads dynalite, and the packages that it needs, with the simulation's timers, time and chance. They keep no state between calls, so all processes share
 * them. Each process replaces some members of the module `db`, which would otherwise keep all processes in memory.
 */
export function requireDynalite(name: string): unknown {
  const found = requireShared(name);
  if (name === 'dynalite/db') Object.assign(found as object, (members ??= { ...(found as object) }));
  return found;
}

function createLoader(from: string): (name: string) => unknown {
  const real = createRequire(from);
  return name => {
    if (name === 'crypto') return CRYPTO;
    const file = real.resolve(name);
    return isBuiltin(file) || !file.endsWith('.js') ? real(name) : load(file);
  };
}

function load(file: string): unknown {
  const known = loaded.get(file);
  if (known) return known.exports;
  const module: Loaded = { exports: {} };
  loaded.set(file, module);
  const names = ['module', 'exports', 'require', '__filename', '__dirname', ...Object.keys(GLOBALS)];
  const run = compileFunction(readFileSync(file, 'utf8'), names, { filename: file });
  Reflect.apply(run, module.exports, [
    module,
    module.exports,
    createLoader(file),
    file,
    dirname(file),
    ...Object.values(GLOBALS),
  ]);
  return module.exports;
}
