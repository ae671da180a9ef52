import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { workers } from '../../functions/events/workers.ts';
import type { Statement } from './grants/statement.ts';

/** Older messages are dropped: by then the sweep has processed their posts, or sent the tasks of their images again. */
const RETENTION = Duration.hours(1);
const MAX_RECEIVES = 3;
/** AWS recommends to hide a message for this many times the function's time-out. */
const TIMEOUTS = 6;

interface Options {
  worker: 'publisher' | 'thumbnails';
  /** The number of messages of one invocation. */
  batchSize: number;
  /** The dead-letter queue. */
  undelivered: Queue;
}

/** A queue whose messages invoke a worker, of which only a few run at once. */
export class WorkerQueue extends Construct {
  readonly queue: Queue;
  /** What the function that processes the messages must be allowed to. */
  readonly consuming: Statement;
  readonly #options: Options;

  constructor(scope: Construct, id: string, options: Options) {
    super(scope, id);
    this.#options = options;
    this.queue = new Queue(this, 'queue', {
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(TIMEOUTS * workers[options.worker].timeoutS),
      retentionPeriod: RETENTION,
      deadLetterQueue: { queue: options.undelivered, maxReceiveCount: MAX_RECEIVES },
    });
    this.consuming = {
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resource: this.queue.queueArn,
    };
  }

  /** Makes the queue invoke the worker, which answers with the messages that must be delivered again. */
  invoke(target: IFunction): void {
    const { worker, batchSize } = this.#options;
    new EventSourceMapping(this, 'messages', {
      target,
      eventSourceArn: this.queue.queueArn,
      batchSize,
      maxConcurrency: workers[worker].maxConcurrent,
      reportBatchItemFailures: true,
    });
  }
}
