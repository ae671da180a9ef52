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
