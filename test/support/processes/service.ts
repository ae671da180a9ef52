import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Api, eventually } from '../api/api.ts';

export interface Ready {
  url: string;
  adminKey: string;
  pid: number;
}

/** Runs `npm start` in a process of its own, which a test can kill. */
export class Service {
  readonly process: ChildProcess;
  readonly startedMs = performance.now();
  output = '';

  /** `cwd`: the folder of the project; by default this one. `args`: those of the command, such as `--demo`. */
  constructor(environment: Record<string, string>, cwd?: string, args: readonly string[] = []) {
    const {
      AWS_ENDPOINT_URL_DYNAMODB: _d,
      AWS_ENDPOINT_URL_S3: _s,
      AWS_ENDPOINT_URL_SCHEDULER: _e,
      AWS_ENDPOINT_URL_SQS: _q,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: _m,
      ...own
    } = process.env;
    this.process = spawn(process.execPath, ['infra/local/start.js', ...args], {
      cwd,
      // Also in the full run it calls its engine directly, as it does for its users.
      env: { ...own, ENGINES_OVER_HTTP: 'no', TABLE_NAME: 'broadsheet', PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on('data', (data: Buffer) => (this.output += data.toString()));
  }

  /** The file that it writes for programs when it is ready; a file of an earlier process does not count. */
  async ready(dir: string): Promise<Ready> {
    const read = async (): Promise<Ready | undefined> => {
      if (this.process.exitCode !== null) throw new Error(`It ended: ${this.output}`);
      const text = await readFile(join(dir, 'ready.json'), 'utf8').catch(() => '{}');
      const ready = JSON.parse(text) as Ready;
      return ready.pid === this.process.pid ? ready : undefined;
    };
    return (await eventually(read, ready => ready !== undefined))!;
  }

  async api(dir: string): Promise<Api> {
    const { url, adminKey } = await this.ready(dir);
    return Object.assign(new Api(), { adminKey, stack: { url } });
  }

  /** @returns the exit code; null after SIGKILL */
  async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return this.process.exitCode;
    const exit = once(this.process, 'exit') as Promise<[number | null]>;
    this.process.kill(signal);
    return (await exit)[0];
  }
}
