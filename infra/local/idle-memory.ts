import { Session } from 'node:inspector/promises';

const CHECK_INTERVAL_MS = 2_000;
/** Processor time between two checks, up to which the process counts as idle: a twentieth of a processor. */
const MAX_IDLE_CPU_MS = 100;
/** Less work than this leaves little garbage. */
const MIN_WORK_CPU_MS = 1_000;

interface Options {
  /** Milliseconds of processor time that this process has used. */
  cpuMs: () => number;
  collect: () => Promise<void>;
}

/**
 * Decides when to collect garbage: once after each time of work, at the first check that finds the process idle. V8 itself collects
 * only while a program allocates, so the memory of a burst of requests, some 100 MB, would stay with it until the next one.
 */
export class IdleCollector {
  readonly #options: Options;
  #atLastCheck: number;
  #atLastCollection: number;

  constructor(options: Options) {
    this.#options = options;
    this.#atLastCheck = this.#atLastCollection = options.cpuMs();
  }

  async check(): Promise<void> {
    const { cpuMs, collect } = this.#options;
    const now = cpuMs();
    const isIdle = now - this.#atLastCheck <= MAX_IDLE_CPU_MS;
    this.#atLastCheck = now;
    if (!isIdle || now - this.#atLastCollection < MIN_WORK_CPU_MS) return;
    await collect();
    // A collection is not work that would leave garbage.
    this.#atLastCheck = this.#atLastCollection = cpuMs();
  }
}

/** Returns the memory of this process's garbage to the operating system whenever the process becomes idle. */
export function collectGarbageWhenIdle(): void {
  const collector = new IdleCollector({ cpuMs, collect: collectGarbage });
  setInterval(() => void collector.check(), CHECK_INTERVAL_MS).unref();
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Takes some 80 ms. The inspector's command also compacts the heap and shrinks its young generation; V8's function `gc` does neither,
 * so that the process keeps most pages of a fragmented heap.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
