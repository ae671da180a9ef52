import type { S3Event } from 'aws-lambda';
import { TASKS_PREFIX } from '../../../shared/library/images/thumbnails/task.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import { LocalQueue, type Consume } from './queue.ts';

interface Outcome {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

const CLOSED = 'The queue is closed';

/**
 * The queue of thumbnail tasks. The store of S3 events keeps each event until its message is processed, so that a task outlives the
 * process, and soon repeats it after a failure. So the queue itself shows no message again.
 */
export class TaskQueue {
  readonly #consume: Consume;
  readonly #queue: LocalQueue;
  /** The outcomes of messages that are not processed yet, by message. */
  readonly #expected = new Map<string, Outcome>();
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
    if (this.#isClosed) throw new Error(CLOSED);
    await new Promise<void>((resolve, reject) => {
      this.#expected.set(this.#queue.send(body, 0), { resolve, reject });
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#queue.close();
    for (const { reject } of this.#expected.values()) reject(new Error(CLOSED));
  }

  async #run(record: { messageId: string; body: string }): Promise<void> {
    const outcome = this.#expected.get(record.messageId);
    this.#expected.delete(record.messageId);
    try {
      const { batchItemFailures: failed } = await this.#consume({ Records: [record] });
      if (failed.length > 0) throw new Error('The thumbnails could not be made');
      outcome?.resolve();
    } catch (error) {
      outcome?.reject(error);
    }
  }
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
