import { inspect } from 'node:util';
import type { SimulatedProcess } from '../engine/process.ts';

/** What Node.js's functions for timers return. */
class Timer {
  readonly stop: () => void;

  constructor(stop: () => void) {
    this.stop = stop;
  }

  ref = (): this => this;
  unref = (): this => this;
  hasRef = (): boolean => true;
}

type Callback = (...args: unknown[]) => void;
interface SleepOptions {
  signal?: AbortSignal;
}

function abortError(signal: AbortSignal): Error {
  const error = new Error('The operation was aborted', { cause: signal.reason });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}

/** Timers in virtual time. They are a little late, as real ones, so that timers of nearly the same time have any order. */
export function createTimers(owner: SimulatedProcess) {
  const { chance } = owner.machine;
  const lateMs = (): number => chance.between(0, 0.5);
  const start = (label: string, delayMs: number, callback: Callback, args: unknown[]): Timer =>
    new Timer(owner.after(delayMs + lateMs(), label, () => callback(...args)));

  const setTimeout = (callback: Callback, ms = 1, ...args: unknown[]): Timer =>
    start('timeout', Math.max(1, ms), callback, args);
  const setImmediate = (callback: Callback, ...args: unknown[]): Timer =>
    start('immediate', 0, callback, args);
  const setInterval = (callback: Callback, ms = 1, ...args: unknown[]): Timer => {
    const state = { stop: (): void => undefined };
    const again = (): void => {
      state.stop = owner.after(Math.max(1, ms) + lateMs(), 'interval', () => {
        again();
        callback(...args);
      });
    };
    again();
    return new Timer(() => state.stop());
  };
  const clear = (timer?: Timer): void => timer?.stop();

  const wait = <T>(label: string, ms: number, value: T, { signal }: SleepOptions = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(abortError(signal));
        return;
      }
      const abort = (): void => {
        stop();
        reject(abortError(signal!));
      };
      const stop = owner.after(ms + lateMs(), label, () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  const promises = {
    setTimeout: <T>(ms = 1, value?: T, options?: SleepOptions) =>
      wait('timeout', Math.max(1, ms), value, options),
    setImmediate: <T>(value?: T, options?: SleepOptions) => wait('immediate', 0, value, options),
  };
  return {
    setTimeout,
    setImmediate,
    setInterval,
    clearTimeout: clear,
    clearImmediate: clear,
    clearInterval: clear,
    promises,
  };
}

/** The clock of the day, which may jump. */
export function createDate(owner: SimulatedProcess): DateConstructor {
  return class extends Date {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [owner.nowMs()] : args) as [number]));
    }

    static override now(): number {
      return owner.nowMs();
    }
  } as DateConstructor;
}

/** Writes to the log of the process, where a failed history shows it. */
export function createConsole(owner: SimulatedProcess): object {
  const write = (...args: unknown[]): void =>
    owner.write(args.map(arg => (typeof arg === 'string' ? arg : inspect(arg, { depth: 4 }))).join(' '));
  return { log: write, info: write, warn: write, error: write, debug: write };
}
