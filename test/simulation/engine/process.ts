import { Chance } from './chance.ts';
import type { Disk } from './disk.ts';
import { Network } from './network.ts';
import { Scheduler, type Owner } from './scheduler.ts';

/** The machine on which the processes of a simulation run. */
export interface Machine {
  scheduler: Scheduler;
  chance: Chance;
  network: Network;
}

/** A machine of which all that happens follows from the seed. */
export function createMachine(seed: number): Machine {
  const chance = new Chance(seed);
  const scheduler = new Scheduler();
  return { scheduler, chance, network: new Network(scheduler, chance) };
}

/** The time at which every simulation begins. */
export const BEGINNING_MS = Date.parse('2027-03-01T09:00:00Z');
const MAX_LOG_LINES = 500;

/** A simulated process: a clock, an environment and a log of its own. A killed one never runs again. */
export class SimulatedProcess implements Owner {
  readonly name: string;
  readonly machine: Machine;
  readonly disk: Disk;
  readonly environment: Record<string, string | undefined>;
  readonly log: string[];
  isAlive = true;
  /** By how much its clock of the day is ahead. */
  clockAheadMs = 0;
  readonly #onKill: (() => void)[] = [];

  constructor(
    name: string,
    machine: Machine,
    { disk, environment, log }: Pick<SimulatedProcess, 'disk' | 'environment' | 'log'>,
  ) {
    this.name = name;
    this.machine = machine;
    this.disk = disk;
    this.environment = environment;
    this.log = log;
  }

  nowMs(): number {
    return BEGINNING_MS + Math.floor(this.machine.scheduler.nowMs) + this.clockAheadMs;
  }

  after(delayMs: number, label: string, run: () => void): () => void {
    return this.machine.scheduler.after(delayMs, this, label, run);
  }

  /** Ends an operation of the disk or of a thread after a short random time. */
  async finish(label: string): Promise<void> {
    await this.machine.scheduler.sleep(this.machine.chance.between(0.02, 1), this, label);
  }

  /** Adds a line to the log. */
  write(text: string): void {
    this.log.push(`${(this.machine.scheduler.nowMs / 1000).toFixed(3)} ${this.name}: ${text}`);
    if (this.log.length > MAX_LOG_LINES) this.log.shift();
  }

  onKill(callback: () => void): void {
    this.#onKill.push(callback);
  }

  /** Ends the process at this moment. Nothing of it runs afterwards, and its connections break. */
  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const callback of this.#onKill) callback();
    this.machine.network.drop(this);
  }

  /** Runs work in the process. @throws ProcessKilled when it is killed before the work's end */
  run<T>(label: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.onKill(() => reject(new ProcessKilled(this.name)));
      this.after(0, label, () => void work().then(resolve, reject));
    });
  }
}

/** The process in which something ran was killed. */
class ProcessKilled extends Error {
  constructor(name: string) {
    super(`${name} was killed`);
  }
}
