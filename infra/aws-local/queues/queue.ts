import { createHash, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { SQSBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import { workers } from '../../../functions/events/workers.ts';
import { sleep } from '../../../shared/platform/core/clock.ts';
import { listenOnLoopback, type LocalServer } from '../loopback.ts';

/** As the deployed queues and their event source mappings (infra/stack/worker-queue.ts). */
const TIMEOUTS = 6;
const MAX_RECEIVES = 3;
const DUE_BATCH = 10;

interface Message {
  messageId: string;
  body: string;
  receives: number;
}

/** Invokes the worker with some messages. A rejection fails all of them. */
export type Consume = (event: {
  Records: { messageId: string; body: string }[];
}) => Promise<SQSBatchResponse>;

export interface QueueOptions {
  consume: Consume;
  /** How often a message is delivered; by default once. */
  deliveries?: (body: string) => number;
  hostAlias?: string | undefined;
}

interface Mapping extends Pick<QueueOptions, 'consume' | 'deliveries'> {
  worker: 'publisher' | 'thumbnails';
  batchSize: number;
}

const SendMessage = v.object({
  QueueUrl: v.string(),
  MessageBody: v.pipe(v.string(), v.minLength(1), v.maxBytes(1_048_576)),
  DelaySeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(900)), 0),
});

/**
 * A queue of SQS with its event source mapping: a message appears after its delay, unordered, in a batch, and again when its
 * invocation has failed. Messages are kept in memory: those of a stopped process are lost, and the sweep finds their work.
 */
export class LocalQueue {
  readonly #mapping: Mapping;
  readonly #visibilityMs: number;
  readonly #closing = new AbortController();
  #visible: Message[] = [];
  #running = 0;

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
    this.#visibilityMs = TIMEOUTS * workers[mapping.worker].timeoutS * 1000;
    // Each delayed message listens to it.
    setMaxListeners(0, this.#closing.signal);
  }

  send(body: string, delayMs: number): string {
    const messageId = randomUUID();
    const count = this.#mapping.deliveries?.(body) ?? 1;
    for (let index = 0; index < count; index++)
      void this.#showAfter(delayMs, { messageId, body, receives: 0 });
    return messageId;
  }

  close(): void {
    this.#closing.abort();
  }

  async #showAfter(ms: number, message: Message): Promise<void> {
    try {
      await sleep(ms, this.#closing.signal);
    } catch {
      // The queue was closed.
      return;
    }
    this.#visible.push(message);
    // Messages that appear together are delivered together.
    setImmediate(() => this.#deliver());
  }

  #deliver(): void {
    const { worker, batchSize } = this.#mapping;
    const { maxConcurrent } = workers[worker];
    while (this.#visible.length > 0 && this.#running < maxConcurrent && !this.#closing.signal.aborted) {
      const batch = this.#visible.splice(0, batchSize);
      this.#running++;
      void this.#invoke(batch).finally(() => {
        this.#running--;
        this.#deliver();
      });
    }
  }

  async #invoke(batch: readonly Message[]): Promise<void> {
    const Records = batch.map(({ messageId, body }) => ({ messageId, body }));
    const failed = await this.#mapping.consume({ Records }).then(
      ({ batchItemFailures }) => new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)),
      () => new Set(Records.map(({ messageId }) => messageId)),
    );
    for (const message of batch.filter(({ messageId }) => failed.has(messageId)))
      if (message.receives + 1 < MAX_RECEIVES)
        void this.#showAfter(this.#visibilityMs, { ...message, receives: message.receives + 1 });
  }
}

/** A stand-in for SQS with the queue of due seconds and its one operation that the functions call. */
export async function startQueue(options: QueueOptions): Promise<LocalServer> {
  const queue = new LocalQueue({ ...options, worker: 'publisher', batchSize: DUE_BATCH });
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    answer(queue, request).then(
      body => send(response, 200, body),
      (error: unknown) =>
        send(response, 400, { __type: 'com.amazonaws.sqs#InvalidParameterValue', message: String(error) }),
    );
  };
  const server = await listenOnLoopback(listener, { hostAlias: options.hostAlias });
  return {
    url: server.url,
    async close() {
      queue.close();
      await server.close();
    },
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
}

async function answer(queue: LocalQueue, request: IncomingMessage): Promise<object> {
  if (request.headers['x-amz-target'] !== 'AmazonSQS.SendMessage')
    throw new Error('The local SQS stand-in supports only SendMessage.');
  const { MessageBody, DelaySeconds } = v.parse(SendMessage, await json(request));
  return {
    MessageId: queue.send(MessageBody, DelaySeconds * 1000),
    MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
  };
}
