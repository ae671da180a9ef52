import { OUTSIDE } from './scheduler.ts';
import { SimulatedProcess, type Machine } from './process.ts';
import type { Disk } from './disk.ts';

const MAX_HEALING_MS = 120_000;

interface UnitOptions {
  name: string;
  machine: Machine;
  disk: Disk;
  log: string[];
  /** Starts the processes, by `spawn`. */
  start: (unit: Unit) => Promise<void>;
  /** Called when they have been killed. */
  afterKill?: () => void;
}

/** Processes that are killed and started together: a supervisor starts them again whenever they end. */
export class Unit {
  isUp = false;
  readonly #options: UnitOptions;
  #processes: SimulatedProcess[] = [];
  #lastError: unknown;
  #starts = 0;

  constructor(options: UnitOptions) {
    this.#options = options;
    void this.#keepRunning();
  }

  get processes(): readonly SimulatedProcess[] {
    return this.#processes;
  }

  /** A new process of this unit. */
  spawn(name: string, environment: SimulatedProcess['environment']): SimulatedProcess {
    const { machine, disk, log } = this.#options;
    const process = new SimulatedProcess(`${name}.${this.#starts}`, machine, { disk, environment, log });
    this.#processes.push(process);
    return process;
  }

  /** Moves the clocks of all its processes. */
  moveClock(ms: number): void {
    for (const process of this.#processes) process.clockAheadMs += ms;
  }

  kill(): void {
    this.isUp = false;
    for (const process of this.#processes) process.kill();
    this.#options.afterKill?.();
  }

  /** Waits until the processes run. @throws Error when they do not start */
  async waitUntilUp(): Promise<void> {
    const { scheduler } = this.#options.machine;
    const deadlineMs = scheduler.nowMs + MAX_HEALING_MS;
    while (!this.isUp) {
      if (scheduler.nowMs > deadlineMs)
        throw new Error(`${this.#options.name} does not start`, { cause: this.#lastError });
      await scheduler.sleep(20, OUTSIDE);
    }
  }

  async #keepRunning(): Promise<void> {
    const { name, machine, start } = this.#options;
    for (;;) {
      this.#processes = [];
      this.#starts++;
      try {
        await start(this);
        this.isUp = true;
        await new Promise<void>(resolve => this.#processes[0]!.onKill(resolve));
      } catch (error) {
        this.#lastError = error;
        this.#options.log.push(`${name} did not start: ${String(error)}`);
        if (this.#processes.some(({ isAlive }) => isAlive)) this.kill();
      }
      await machine.scheduler.sleep(machine.chance.between(20, 800), OUTSIDE, `start ${name}`);
    }
  }
}
