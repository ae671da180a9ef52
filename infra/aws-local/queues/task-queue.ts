import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Event } from 'aws-lambda';
import { TASKS_PREFIX } from '../../../shared/library/images/thumbnails/task.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import { HandlerStopped } from '../s3/events.ts';
import { LocalQueue, type Consume } from './queue.ts';

interface Outcome {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/**
 * The queue of thumbnail tasks. The store of S3 events keeps each event until its message is processed, so that a task outlives the
 * process, and soon repeats it after a failure. So the queue itself shows no message again.
 */
export class TaskQueue {
  readonly #consume: Consume;
  readonly #queue: LocalQueue;
  /** The outcomes of messages that are not processed yet, by message. */
  readonly #expected = new Map<string, Outcome>();
  readonly #running = new Map<Promise<void>, Outcome>();
  #isClosed = false;

  constructor(consume: Consume) {
    this.#consume = consume;
    this.#queue = new LocalQueue({
      worker: 'thumbnails',
      batchSize: 1,
      consume: async ({ Records: records }) => {
        await Promise.all(records.map(record => this.#run(record)));
        return { batchItemFailures: [] };
      },
    });
  }

  /** Resolves when the message is processed. @throws Error when that fails, or the queue is closed before */
  async process(body: string): Promise<void> {
    if (this.#isClosed) throw new HandlerStopped('The queue is closed');
    await new Promise<void>((resolve, reject) => {
      this.#expected.set(this.#queue.send(body, 0), { resolve, reject });
    });
  }

  /**
   * Rejects the waiting messages, and after `patienceMs` those that are still being processed. @returns when none is: a running function
   * uses the table and the buckets.
   */
  async close(patienceMs: number): Promise<void> {
    this.#isClosed = true;
    this.#queue.close();
    abandon(this.#expected.values());
    const ended = Promise.all(this.#running.keys());
    await Promise.race([ended, sleep(patienceMs, undefined, { ref: false })]);
    abandon(this.#running.values());
  }

  async #run(record: { messageId: string; body: string }): Promise<void> {
    const outcome = this.#expected.get(record.messageId);
    if (!outcome) return;
    this.#expected.delete(record.messageId);
    const call = this.#call(record, outcome);
    this.#running.set(call, outcome);
    await call;
    this.#running.delete(call);
  }

  async #call(record: { messageId: string; body: string }, { resolve, reject }: Outcome): Promise<void> {
    try {
      const { batchItemFailures: failed } = await this.#consume({ Records: [record] });
      if (failed.length > 0) throw new Error('The thumbnails could not be made');
      resolve();
    } catch (error) {
      reject(this.#isClosed ? new HandlerStopped('The queue was closed', { cause: error }) : error);
    }
  }
}

/** Outcomes that are known already stay as they are. */
function abandon(outcomes: Iterable<Outcome>): void {
  for (const { reject } of outcomes) reject(new HandlerStopped('The queue is closed'));
}

/** Processes the task that an event of a bucket announces; events of other objects announce none. */
export async function processTask(tasks: TaskQueue, event: S3Event): Promise<void> {
  const task = toTaskEvent(event);
  if (task) await tasks.process(JSON.stringify(task));
}

/** Converts the bucket's event to EventBridge's, or returns undefined for objects that the rule does not match. */
function toTaskEvent({ Records: [record] }: S3Event): { detail: { object: { key: string } } } | undefined {
  const bucket = record?.s3.bucket.name;
  const key = decodeURIComponent(record?.s3.object.key.replaceAll('+', ' ') ?? '');
  return bucket === environment().CONTENT_BUCKET && key.startsWith(TASKS_PREFIX)
    ? { detail: { object: { key } } }
    : undefined;
}
