import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCpuSeconds, readMemory } from '../../support/processes/process-tree.ts';
import type { Product, Requests } from './product.ts';
import { CACHE } from './project.ts';
import { freePort } from '../../support/web/free-port.ts';

const READY_WITHIN_MS = 90_000;
const POLL_MS = 10;
const STOPPED_WITHIN_MS = 20_000;
const IDLE_WITHIN_MS = 60_000;
/** A server is idle when it uses less than a tenth of a processor for this long. */
const IDLE_MS = 300;

const running = new Set<ChildProcess>();

/** Ends all servers together with this process, however it ends. */
export function stopServersOnExit(): void {
  process.on('exit', () => {
    for (const child of running) endGroup(child, 'SIGKILL');
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
}

/** A product's running process with its data. */
export class Server {
  readonly product: Product;
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(product: Product, child: ChildProcess, url: string) {
    this.product = product;
    this.#child = child;
    this.url = url;
  }

  /**
   * Starts a product. @returns the server as soon as a request of its API succeeds
   * @throws Error that names the file with its output, when it ends or is not ready in time
   */
  static async start(product: Product, data: string): Promise<Server> {
    const port = await freePort();
    const { command = process.execPath, args, cwd, env } = product.start({ data, port });
    const logFile = join(CACHE, `${product.name}.log`);
    const log = openSync(logFile, 'w');
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
      // Its children are in its process group and end with it.
      detached: true,
    });
    closeSync(log);
    running.add(child);
    child.once('exit', () => running.delete(child));
    const server = new Server(product, child, `http://127.0.0.1:${port}`);
    await server.#untilReady(logFile);
    return server;
  }

  async #untilReady(log: string): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (Date.now() < deadline) {
      if (this.#child.exitCode !== null) throw new Error(`The process ended; its output is in ${log}`);
      if (await this.#isReady()) return;
      await sleep(POLL_MS);
    }
    await this.stop('SIGKILL');
    throw new Error(`The process was not ready in ${READY_WITHIN_MS / 1000} s; its output is in ${log}`);
  }

  async #isReady(): Promise<boolean> {
    const request = fetch(this.url + this.product.readyPath, { headers: this.headers() });
    return await request.then(
      async response => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
  }

  /** Makes the headers of requests that are sent at once. */
  headers(): Record<string, string> {
    const { headers } = this.product;
    return { ...(typeof headers === 'function' ? headers() : headers), 'content-type': 'application/json' };
  }

  /** @returns the text of the answer @throws Error when the status is not 2xx */
  async text(method: string, path: string, body?: object): Promise<string> {
    const response = await fetch(this.url + path, {
      method,
      headers: this.headers(),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return text;
  }

  async open(): Promise<Requests> {
    return await this.product.open(
      async (method, path, body) => JSON.parse(await this.text(method, path, body)) as unknown,
    );
  }

  async cpuSeconds(): Promise<number> {
    return await readCpuSeconds(this.#child.pid ?? 0);
  }

  async memory(): Promise<number> {
    return await readMemory(this.#child.pid ?? 0);
  }

  /** Waits until the server has ended the requests that a load no longer waits for: they would slow down the next measurement. */
  async untilIdle(): Promise<void> {
    const deadline = Date.now() + IDLE_WITHIN_MS;
    for (let used = Infinity; used > IDLE_MS / 10_000 && Date.now() < deadline;) {
      const before = await this.cpuSeconds();
      await sleep(IDLE_MS);
      used = (await this.cpuSeconds()) - before;
    }
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (!running.has(this.#child)) return;
    const gone = once(this.#child, 'exit');
    endGroup(this.#child, signal);
    const tooLate = setTimeout(() => {
      endGroup(this.#child, 'SIGKILL');
    }, STOPPED_WITHIN_MS);
    await gone;
    clearTimeout(tooLate);
  }
}

function endGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}
