import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const WARM_UP = 400;
const ROUNDS = 15;
const PER_ROUND = 40;

/** Lambda's environment, with a session token of the usual length. */
const ENVIRONMENT = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: 'token'.repeat(150),
  AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000',
  TABLE_NAME: 'broadsheet',
};

/** A process with bundled functions and a stubbed table. */
export class Subject {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.setMaxListeners(0);
  }

  /** `file`: the child's program; `bundles`: the folder of the functions. */
  static async start(file: string, bundles: string, node: string): Promise<Subject> {
    const child = fork(file, [bundles], {
      execPath: node,
      execArgv: ['--no-warnings'],
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const subject = new Subject(child);
    await subject.#answer();
    return subject;
  }

  /** @returns milliseconds of processor time per request */
  async measure(name: string, count: number): Promise<number> {
    this.#child.send({ name, count });
    return Number(await this.#answer());
  }

  stop(): void {
    this.#child.kill();
  }

  /** @throws Error when the process ends instead */
  async #answer(): Promise<unknown> {
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error('The measured process has ended');
    });
    const [message] = (await Promise.race([once(this.#child, 'message'), ended])) as unknown[];
    return message;
  }
}

/** The least time of the rounds of each subject, because other work of the machine only adds to it; the subjects take turns. */
export async function measureLeast(
  subjects: readonly Subject[],
  name: string,
  warmUp = WARM_UP,
): Promise<number[]> {
  for (const subject of subjects) await subject.measure(name, warmUp);
  const times = subjects.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, subject] of subjects.entries())
      times[index]?.push(await subject.measure(name, PER_ROUND));
  return times.map(found => Math.min(...found));
}
