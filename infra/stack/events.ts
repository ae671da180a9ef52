import { ArnFormat, Duration, NestedStack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { TASKS_PREFIX } from '../../shared/library/images/thumbnails/task.ts';
import { AUDIT_PREFIX } from '../../shared/platform/store/audit/write-lines.ts';
import { waitingChangeKey } from '../../shared/platform/store/change-entry.ts';
import { OUTBOX_PARTITIONS } from '../../shared/platform/store/outbox/outbox-item.ts';
import { EVENTS_PARTITION } from '../../shared/posts/webhooks/keys.ts';
import { BundledFunction, buildFunctionName, type Deployment } from './function.ts';
import type { Resources, Statement } from './grants/statement.ts';
import { buildDenials, buildEnvironment, buildStatements } from './policies.ts';
import { Scheduling } from './scheduling.ts';
import type { Settings } from './settings.ts';
import type { Data } from './storage.ts';
import { TABLE_KEYS } from './table.ts';
import { WorkerQueue } from './worker-queue.ts';
import { workers, type Worker, type WorkerName } from '../../functions/events/workers.ts';

/** The publisher processes equal messages once. */
const DUE_BATCH = 10;

/** Events older than this are dropped: by then a sweep has done their work. */
const MAX_EVENT_AGE = Duration.hours(1);

interface Options {
  data: Data;
  /** The address of the media bucket's files. */
  mediaUrl: string;
  settings: Settings;
  /** The ids of the distributions whose caches changes invalidate: the edge, and that of the files. */
  distributions?: readonly string[] | undefined;
}

/** The functions that events invoke: the publisher with its schedules, the workers on the table's stream, thumbnails, and the sweep. */
export class Events extends NestedStack {
  /** The resources that the grants of all functions refer to. */
  readonly resources: Resources;
  readonly #deployment: Deployment;
  /** The dead-letter queue of all events. Each message names its origin. */
  readonly undelivered: Queue;

  constructor(
    scope: Construct,
    deployment: Deployment,
    { data, mediaUrl, settings: { secretNames = [], signInSecretName }, distributions = [] }: Options,
  ) {
    super(scope, 'events');
    this.#deployment = deployment;
    this.undelivered = new Queue(this, 'undelivered', {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const { undelivered } = this;
    const due = new WorkerQueue(this, 'due', { worker: 'publisher', batchSize: DUE_BATCH, undelivered });
    this.resources = {
      table: { name: data.table.tableName, arn: data.table.tableArn },
      content: { name: data.content.bucketName, arn: data.content.bucketArn },
      media: { name: data.media.bucketName, arn: data.media.bucketArn, url: mediaUrl },
      secretArns: secretNames.map(name => this.#secretArn(name)),
      signInSecretArns: signInSecretName === undefined ? [] : [this.#secretArn(signInSecretName)],
      schedules: this.#addScheduling(),
      distributions: distributions.map(id => ({ id, arn: this.#distributionArn(id) })),
      due: { arn: due.queue.queueArn, url: due.queue.queueUrl },
    };
    due.invoke(this.#addWorker('publisher', due.consuming));
    this.#addStreamWorker(
      'outbox',
      [...OUTBOX_PARTITIONS, waitingChangeKey.pk, { prefix: AUDIT_PREFIX }],
      data,
    );
    const webhooks = this.#addStreamWorker('webhooks', [EVENTS_PARTITION], data);
    const sweep = this.#addWorker('sweep');
    this.#runEveryMinute('each-minute', sweep);
    this.#runWhenDeployed('deployed', sweep);
    this.#runEveryMinute('deliveries-each-minute', webhooks);
    this.#addThumbnailWorker(data);
  }

  #addScheduling(): Resources['schedules'] {
    const { prefix } = this.#deployment;
    const { schedules } = new Scheduling(this, {
      group: prefix,
      failuresArn: this.undelivered.queueArn,
      // Composed of its name, because roles and functions need it before the publisher exists.
      publisherArn: this.formatArn({
        service: 'lambda',
        resource: 'function',
        resourceName: buildFunctionName(prefix, 'events/publisher'),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    });
    return schedules;
  }

  /** CloudFront is in no region. */
  #distributionArn(id: string): string {
    return this.formatArn({ service: 'cloudfront', region: '', resource: 'distribution', resourceName: id });
  }

  /** Secrets Manager appends six random characters to a secret's ARN. */
  #secretArn(name: string): string {
    if (name.startsWith('arn:')) return name;
    return this.formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: `${name}-??????`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  /**
   * Creates a worker that the table's stream invokes for new items of some partitions. All items of a partition are in one shard of the
   * stream, and a shard has one invocation at a time: so at most one worker for each partition runs.
   */
  #addStreamWorker(
    name: 'outbox' | 'webhooks',
    partitions: readonly (string | { prefix: string })[],
    { table }: Data,
  ): BundledFunction {
    const streamArn = table.tableStreamArn!;
    const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator'];
    const target = this.#addWorker(
      name,
      { actions: actions.map(action => `dynamodb:${action}`), resource: streamArn },
      // Lambda requires it of the role of an event source mapping. IAM has no resource for it: it returns only the ARNs of streams.
      { actions: ['dynamodb:ListStreams'], resource: '*' },
    );
    new EventSourceMapping(this, `${name}-items`, {
      target,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      // An item that is due again is put under another key, so each of them is an insert.
      filters: [
        FilterCriteria.filter({
          eventName: ['INSERT'],
          dynamodb: { Keys: { [TABLE_KEYS.partition]: { S: partitions } } },
        }),
      ],
      parallelizationFactor: 1,
      retryAttempts: 3,
      maxRecordAge: MAX_EVENT_AGE,
      onFailure: new SqsDlq(this.undelivered),
    });
    return target;
  }

  /**
   * Goes through EventBridge: with a notification of the bucket, bucket and queue would depend on each other. The queue limits how many
   * pictures are decoded at once.
   */
  #addThumbnailWorker({ content }: Data): void {
    const { undelivered } = this;
    const tasks = new WorkerQueue(this, 'tasks', { worker: 'thumbnails', batchSize: 1, undelivered });
    tasks.invoke(this.#addWorker('thumbnails', tasks.consuming));
    const target = new SqsQueue(tasks.queue, { deadLetterQueue: undelivered, maxEventAge: MAX_EVENT_AGE });
    new Rule(this, 'thumbnail-tasks', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [content.bucketName] }, object: { key: [{ prefix: TASKS_PREFIX }] } },
      },
      targets: [target],
    });
  }

  #runEveryMinute(id: string, worker: BundledFunction): void {
    new Rule(this, id, {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [this.#targetWorker(worker)],
    });
  }

  /**
   * Runs a worker when CloudFormation has created or changed its function, which every change of the site's settings does, since they are
   * part of its code: so the sweep records the rights of each deployment, also when the next one follows within a minute.
   */
  #runWhenDeployed(id: string, worker: BundledFunction): void {
    new Rule(this, id, {
      eventPattern: {
        source: ['aws.cloudformation'],
        detailType: ['CloudFormation Resource Status Change'],
        detail: {
          'resource-type': ['AWS::Lambda::Function'],
          // The id of a function is its name.
          'physical-resource-id': [buildFunctionName(this.#deployment.prefix, 'events/sweep')],
          'status-details': { status: ['CREATE_COMPLETE', 'UPDATE_COMPLETE'] },
        },
      },
      targets: [this.#targetWorker(worker)],
    });
  }

  #targetWorker(worker: BundledFunction): LambdaFunction {
    return new LambdaFunction(worker, { deadLetterQueue: this.undelivered, maxEventAge: MAX_EVENT_AGE });
  }

  /** Enables the functions' metrics, which cost money, only where monitoring uses them. */
  #metricsEnvironment(): Record<string, string> {
    const { prefix, settings } = this.#deployment;
    return settings.monitoring ? { SERVICE: prefix } : {};
  }

  /** Schedules, rules and streams only invoke the function asynchronously; its own retry policy applies to failures. */
  #addWorker(name: WorkerName, ...others: Statement[]): BundledFunction {
    const { grants, timeoutS, memoryMb, environment }: Worker = workers[name];
    return new BundledFunction(this, `events/${name}`, this.#deployment, {
      statements: [...buildStatements(grants, this.resources), ...others],
      denials: buildDenials(this.resources),
      environment: {
        ...buildEnvironment(grants, this.resources),
        ...this.#metricsEnvironment(),
        ...environment,
      },
      timeoutS,
      memoryMb,
      retryAttempts: 2,
      maxEventAge: MAX_EVENT_AGE,
      onFailure: new SqsDestination(this.undelivered),
    });
  }
}
