import { BackPressure } from '../aws-local/http-api/back-pressure.ts';
import type { EngineOptions } from '../aws-local/engines.ts';
import { Background } from '../aws-local/lambda/background.ts';
import { Gate } from '../aws-local/lambda/gate.ts';
import type { Handlers } from '../aws-local/lambda/handlers.ts';
import { AsyncInvocations } from '../aws-local/lambda/invocations.ts';
import { LocalWorker } from '../aws-local/lambda/worker.ts';
import { processTask, TaskQueue } from '../aws-local/queues/task-queue.ts';

/** How long a stop waits for the pictures that are being made: without the engines each would be reported as failed. */
const LAST_THUMBNAILS_MS = 5000;

/** The functions that events invoke. Events that come before `start` wait for it. */
export class Workers {
  readonly background = new Background();
  readonly backPressure: BackPressure;
  readonly #handlers: Handlers;
  readonly #worker: LocalWorker;
  readonly #gate = new Gate();
  readonly #tasks: TaskQueue;
  /** The publisher's queue of asynchronous invocations. */
  readonly #publications: AsyncInvocations;
  #lastThumbnails: Promise<void> | undefined;

  constructor(handlers: Handlers, patience: number) {
    this.#handlers = this.background.wrap(handlers);
    this.backPressure = new BackPressure({ patience });
    this.#worker = new LocalWorker(this.#handlers, this.backPressure);
    this.#tasks = new TaskQueue(event => this.#gate.start(() => this.#handlers.thumbnails(event)));
    this.#publications = new AsyncInvocations({
      run: async input => {
        await this.#publish(JSON.parse(input));
      },
      onFailure: (input, error) => console.error(`The publisher failed three times on ${input}.`, error),
    });
  }

  /** What the engines call: for schedules, messages of due seconds and objects that were put. */
  listenToEngines(): Pick<EngineOptions, 'invoke' | 'consume' | 'onObjectCreated'> {
    return {
      invoke: input => this.#publications.accept(input),
      consume: event => this.#publish(event),
      onObjectCreated: event => processTask(this.#tasks, event),
    };
  }

  start(): void {
    this.#worker.start();
    this.#gate.open();
  }

  /** Lets the outbox's worker look for work at once. */
  wake(): void {
    this.#worker.wake();
  }

  /** Begins no publication or thumbnail task any more. Resolves when no publication runs. */
  async closeQueues(): Promise<void> {
    // This comes before the gate rejects them, so that rejected publications are not retried.
    const closed = this.#publications.close();
    this.#gate.close();
    this.#lastThumbnails = this.#tasks.close(LAST_THUMBNAILS_MS);
    await closed;
  }

  /** Resolves when no picture, job, sweep or delivery is under way; no others begin. */
  async stop(): Promise<void> {
    await this.#lastThumbnails;
    await this.#worker.stop();
  }

  async #publish(event: unknown): ReturnType<Handlers['publisher']> {
    const answer = await this.#gate.run(() => this.#handlers.publisher(event));
    this.wake();
    return answer;
  }
}
