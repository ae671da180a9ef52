import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCpuSeconds } from '../support/processes/process-tree.ts';

const READY_WITHIN_MS = 20_000;

/** The local service as `npm start` runs it, in a process of its own with its own data. */
export class Service {
  readonly url: string;
  readonly key: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(ready: { url: string; adminKey: string }, child: ChildProcess, folder: string) {
    this.url = ready.url;
    this.key = ready.adminKey;
    this.#process = child;
    this.#folder = folder;
  }

  static async start(): Promise<Service> {
    const folder = await mkdtemp(join(tmpdir(), 'broadsheet-bench-'));
    const child = spawn(process.execPath, ['infra/local/start.js'], {
      env: { ...process.env, DATA_DIR: folder, PORT: '0' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const deadline = Date.now() + READY_WITHIN_MS;
    while (Date.now() < deadline) {
      await sleep(50);
      const text = await readFile(join(folder, 'ready.json'), 'utf8').catch(() => undefined);
      if (text) return new Service(JSON.parse(text) as { url: string; adminKey: string }, child, folder);
    }
    child.kill();
    throw new Error('The service did not become ready');
  }

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/api/1.3${path}`, {
      method,
      headers: { 'x-svcauth': this.key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  }

  /** Seconds of processor time since the start; NaN except on Linux. */
  async cpuSeconds(): Promise<number> {
    return await readCpuSeconds(this.#process.pid ?? 0);
  }

  async stop(): Promise<void> {
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await gone;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
