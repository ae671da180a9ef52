import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import os from 'node:os';
import { inspect } from 'node:util';
import * as slugify from '@sindresorhus/slugify';
import type { SimulatedProcess } from '../engine/process.ts';
import type { SimulatedServices } from '../bundled/simulation.ts';
import { requireDynalite } from './dynalite.ts';
import { createCrypto } from './crypto.ts';
import { extend } from './extend.ts';
import { createFs } from './fs.ts';
import { createHttp } from './http.ts';
import { createSharp } from './sharp.ts';
import { createConsole, createDate, createTimers } from './timers.ts';
import { createZlib } from './zlib.ts';

const requireReal = createRequire(import.meta.url);

/** Packages without state, time and chance that all processes share, because their evaluation takes long. */
export const SHARED: Record<string, unknown> = { '@sindresorhus/slugify': slugify };

/** The address of each host. */
const PUBLIC_ADDRESS = { address: '93.184.215.14', family: 4 };

/** What the bundle of a process finds under Node.js's names: modules and globals. */
export interface Surroundings {
  require: (name: string) => unknown;
  globals: Record<string, unknown>;
}

/** Node.js as the process sees it: everything that waits, tells the time, is left to chance or leaves the process is the simulation's. */
export function createSurroundings(owner: SimulatedProcess): Surroundings {
  const { promises, ...timers } = createTimers(owner);
  const { promises: files, ...fs } = createFs(owner);
  const simulated = createProcessObject(owner);
  const modules: Record<string, unknown> = {
    ...SHARED,
    async_hooks: { AsyncLocalStorage: createStorageClass(owner) },
    crypto: createCrypto(owner),
    'dns/promises': { lookup: () => Promise.resolve([PUBLIC_ADDRESS]) },
    fs: { ...fs, promises: files },
    'fs/promises': files,
    http: createHttp(owner),
    https: createHttp(owner),
    module: { createRequire: createSimulatedRequire },
    os: { ...os, availableParallelism: () => 2, homedir: () => '/home', tmpdir: () => '/tmp' },
    process: simulated,
    sharp: createSharp(owner),
    timers: { ...timers, promises },
    'timers/promises': promises,
    worker_threads: { isMainThread: true },
    zlib: createZlib(owner),
  };
  const { scheduler, chance } = owner.machine;
  const globals: Record<string, unknown> = {
    ...timers,
    process: simulated,
    console: createConsole(owner),
    Date: createDate(owner),
    Math: extend(Math, { random: chance.number }),
    performance: { now: () => scheduler.nowMs },
    crypto: { ...crypto.webcrypto, randomUUID: () => chance.uuid() },
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    simulatedServices: createServices(owner),
    // Tests set it for their own process.
    broadsheetClock: undefined,
  };
  globals.globalThis = globals.global = extend(globalThis, globals);
  const find = (name: string): unknown => modules[name.replace(/^node:/, '')] ?? requireReal(name);
  return { require: find, globals };
}

/** A storage that ends with its process: Node.js passes the values of all storages on with each promise. */
function createStorageClass(owner: SimulatedProcess): typeof AsyncLocalStorage {
  return class<T> extends AsyncLocalStorage<T> {
    constructor() {
      super();
      owner.onKill(() => this.disable());
    }
  };
}

function createServices(owner: SimulatedProcess): SimulatedServices {
  return {
    openStore: dir => owner.disk.store(dir).connect(owner, dir),
    request: request => owner.machine.network.request(owner, request),
  };
}

function createProcessObject(owner: SimulatedProcess): object {
  const own = {
    env: owner.environment,
    pid: 1,
    argv: ['node', 'simulated'],
    umask: () => 0,
    on: () => undefined,
    emitWarning: (warning: unknown) => owner.write(inspect(warning)),
    exit: (code: number) => {
      owner.write(`exit ${code}`);
      owner.kill();
    },
  };
  return extend(process, own);
}

function createSimulatedRequire(from: string): object {
  const real = createRequire(from);
  const find = (name: string): unknown => (name.startsWith('dynalite/') ? requireDynalite(name) : real(name));
  return Object.assign(find, { resolve: real.resolve });
}
