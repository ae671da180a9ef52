import { ArnFormat, Duration, NestedStack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { TASKS_PREFIX } from '../../shared/images/thumbnails/task.ts';
import { OUTBOX_PARTITION } from '../../shared/store/outbox.ts';
import { EVENTS_PARTITION } from '../../shared/webhooks/record.ts';
import { BundledFunction, nameOf, type Deployment } from './function.ts';
import { environmentOf, statementsOf, type Resources, type Statement } from './grants.ts';
import { Scheduling } from './scheduling.ts';
import type { Data } from './storage.ts';
import { TABLE_KEYS } from './table.ts';
import { workers, type Worker, type WorkerName } from './workers.ts';

/** After that, a sweep has done what was asked for. */
const PATIENCE = Duration.hours(1);

/** What is not HTTP: the publisher with the scheduler that invokes it, the outbox worker on the table's stream, thumbnails, and the sweep. */
export class Events extends NestedStack {
  /** What the grants of all functions are about. */
  readonly resources: Resources;
  readonly #deployment: Deployment;
  /** Whatever was given up, wherever it came from: each message tells. */
  readonly undelivered: Queue;

  constructor(scope: Construct, deployment: Deployment, data: Data, secretNames: readonly string[] = []) {
    super(scope, 'events');
    this.#deployment = deployment;
    this.undelivered = new Queue(this, 'undelivered', {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.resources = {
      table: { name: data.table.tableName, arn: data.table.tableArn },
      content: { name: data.content.bucketName, arn: data.content.bucketArn },
      media: { name: data.media.bucketName, arn: data.media.bucketArn, url: data.mediaUrl },
      secretArns: secretNames.map(name => this.#secretArn(name)),
      schedules: this.#scheduling(),
    };
    this.#worker('publisher');
    this.#wakeByItems('outbox', OUTBOX_PARTITION, data);
    const webhooks = this.#wakeByItems('webhooks', EVENTS_PARTITION, data);
    this.#runEachMinute('each-minute', this.#worker('sweep'));
    this.#runEachMinute('deliveries-each-minute', webhooks);
    this.#makeThumbnails(data);
  }

  #scheduling(): Resources['schedules'] {
    const { prefix } = this.#deployment;
    const { schedules } = new Scheduling(this, {
      group: prefix,
      failuresArn: this.undelivered.queueArn,
      // Made of its name: roles and functions need it before the publisher is there.
      publisherArn: this.formatArn({
        service: 'lambda',
        resource: 'function',
        resourceName: nameOf(prefix, 'events/publisher'),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    });
    return schedules;
  }

  /** Secrets Manager ends a secret's ARN with six characters of its own. */
  #secretArn(name: string): string {
    if (name.startsWith('arn:')) return name;
    return this.formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: `${name}-??????`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  /** A worker that the table's stream tells of what is new in a partition. */
  #wakeByItems(name: 'outbox' | 'webhooks', partition: string, { table }: Data): BundledFunction {
    const streamArn = table.tableStreamArn!;
    const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
    const target = this.#worker(name, {
      actions: actions.map(action => `dynamodb:${action}`),
      resource: streamArn,
    });
    new EventSourceMapping(this, `${name}-items`, {
      target,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      // An item that is due again has been put under another key: every one is inserted.
      filters: [
        FilterCriteria.filter({
          eventName: ['INSERT'],
          dynamodb: { Keys: { [TABLE_KEYS.partition]: { S: [partition] } } },
        }),
      ],
      retryAttempts: 3,
      maxRecordAge: PATIENCE,
      onFailure: new SqsDlq(this.undelivered),
    });
    return target;
  }

  /** By way of EventBridge: a notification of the bucket's own would need the function before the bucket, and it the bucket. */
  #makeThumbnails({ content }: Data): void {
    const target = new LambdaFunction(this.#worker('thumbnails'), {
      deadLetterQueue: this.undelivered,
      maxEventAge: PATIENCE,
    });
    new Rule(this, 'thumbnail-tasks', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [content.bucketName] }, object: { key: [{ prefix: TASKS_PREFIX }] } },
      },
      targets: [target],
    });
  }

  #runEachMinute(id: string, worker: BundledFunction): void {
    const target = new LambdaFunction(worker, {
      deadLetterQueue: this.undelivered,
      maxEventAge: PATIENCE,
    });
    new Rule(this, id, { schedule: Schedule.rate(Duration.minutes(1)), targets: [target] });
  }

  /** What makes a function write metrics: where nobody looks at them they would only cost. */
  #measured(): Record<string, string> {
    const { prefix, settings } = this.#deployment;
    return settings.monitoring ? { SERVICE: prefix } : {};
  }

  /** Schedules, rules and streams only hand an event over; what becomes of it is the function's own retry policy. */
  #worker(name: WorkerName, ...others: Statement[]): BundledFunction {
    const { grants, timeoutS, memoryMb, environment }: Worker = workers[name];
    return new BundledFunction(this, `events/${name}`, this.#deployment, {
      statements: [...statementsOf(grants, this.resources), ...others],
      environment: { ...environmentOf(grants, this.resources), ...this.#measured(), ...environment },
      timeoutS,
      memoryMb,
      retryAttempts: 2,
      maxEventAge: PATIENCE,
      onFailure: new SqsDestination(this.undelivered),
    });
  }
}
