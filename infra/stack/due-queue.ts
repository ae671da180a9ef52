import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { workers } from '../../functions/events/workers.ts';
import type { Resources, Statement } from './grants.ts';

/** Publishers that the queue runs at once. It is SQS's minimum, and leaves eight to an account that may run ten functions at once. */
const MAX_CONCURRENT = 2;
const MAX_BATCH = 10;
/** AWS recommends six times the function's time-out. */
const VISIBILITY = Duration.seconds(6 * workers.publisher.timeoutS);
/** Older messages are dropped: by then the sweep has published their posts. */
const RETENTION = Duration.hours(1);

/** The queue of seconds in which posts are due; its messages are delayed until shortly before their second. */
export class DueQueue extends Construct {
  readonly due: Resources['due'];
  /** What the function that processes the messages must be allowed to. */
  readonly consuming: Statement;

  constructor(scope: Construct, undelivered: Queue) {
    super(scope, 'due');
    const queue = new Queue(this, 'queue', {
      enforceSSL: true,
      visibilityTimeout: VISIBILITY,
      retentionPeriod: RETENTION,
      deadLetterQueue: { queue: undelivered, maxReceiveCount: 3 },
    });
    this.due = { arn: queue.queueArn, url: queue.queueUrl };
    this.consuming = {
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resource: queue.queueArn,
    };
  }

  /** Makes the queue invoke the function, which answers with the messages that must be delivered again. */
  invoke(target: IFunction): void {
    new EventSourceMapping(this, 'messages', {
      target,
      eventSourceArn: this.due.arn,
      batchSize: MAX_BATCH,
      maxConcurrency: MAX_CONCURRENT,
      reportBatchItemFailures: true,
    });
  }
}
