import { expect, it } from 'vitest';
import { workers, type Worker } from '../../../functions/events/workers.ts';
import { TASKS_PREFIX } from '../../../shared/images/thumbnails/task.ts';
import { functionOf, ofType, synthesized, target, type Resource } from './synthesized.ts';

const resources = synthesized('prod');
function only(type: string): Resource {
  const [one, ...others] = ofType(resources, type);
  expect(others).toEqual([]);
  return one!;
}

const dueQueue = ofType(resources, 'SQS::Queue').find(({ logicalId }) => logicalId.startsWith('due'))!;
const [queue, ...otherQueues] = ofType(resources, 'SQS::Queue').filter(one => one !== dueQueue) as [Resource];
const queuePolicy = ofType(resources, 'SQS::QueuePolicy').find(
  one => target(resources, one, one.Properties.Queues[0]) === queue,
)!;

const mappings = ofType(resources, 'Lambda::EventSourceMapping');
function mappingOf(name: string): Resource {
  return mappings.find(
    one => target(resources, one, one.Properties.FunctionName) === functionOf(resources, `events/${name}`),
  )!;
}

it.each([
  ['outbox', ['OUTBOX', ...[0, 1, 2, 3].map(number => `OUTBOX#backlog#${number}`)]],
  ['webhooks', ['WEBHOOK_EVENTS']],
])('the table’s stream invokes the worker %s only for new items of its partitions', (name, partitions) => {
  const mapping = mappingOf(name);
  const { Filters } = mapping.Properties.FilterCriteria;

  expect(mapping.Properties.EventSourceArn.Ref).toMatch(/table\w*StreamArn$/);
  expect(Filters.map(({ Pattern }: any) => JSON.parse(Pattern))).toEqual([
    { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: partitions } } } },
  ]);
});

it('at most one outbox worker runs for each shard of the stream, and so for each partition of the outbox', () => {
  expect(mappingOf('outbox').Properties.ParallelizationFactor).toBe(1);
});

it('the table’s stream has two readers, the most that DynamoDB supports for a shard', () => {
  const streams = mappings.filter(({ Properties }) =>
    String(Properties.EventSourceArn.Ref).endsWith('StreamArn'),
  );

  expect(streams).toHaveLength(2);
});

it.each(['outbox', 'webhooks'])(
  'a stream record that %s cannot process goes to the dead-letter queue after three retries',
  name => {
    const mapping = mappingOf(name);
    const { MaximumRetryAttempts, MaximumRecordAgeInSeconds, DestinationConfig } = mapping.Properties;

    expect({ MaximumRetryAttempts, MaximumRecordAgeInSeconds }).toEqual({
      MaximumRetryAttempts: 3,
      MaximumRecordAgeInSeconds: 3600,
    });
    expect(target(resources, mapping, DestinationConfig.OnFailure.Destination)).toBe(queue);
  },
);

function ruleOf(name: string): Resource {
  return ofType(resources, 'Events::Rule').find(rule =>
    rule.Properties.Targets.some(
      ({ Arn }: any) => target(resources, rule, Arn) === functionOf(resources, `events/${name}`),
    ),
  )!;
}

it.each(['sweep', 'webhooks'])('a rule runs %s each minute', name => {
  const { ScheduleExpression, EventPattern } = ruleOf(name).Properties;

  expect({ ScheduleExpression, EventPattern }).toEqual({ ScheduleExpression: 'rate(1 minute)' });
});

it('a rule runs thumbnails for each task put in the content bucket, and for no other object', () => {
  const { ScheduleExpression, EventPattern } = ruleOf('thumbnails').Properties;

  expect(ScheduleExpression).toBeUndefined();
  expect(EventPattern).toEqual({
    source: ['aws.s3'],
    'detail-type': ['Object Created'],
    detail: {
      bucket: { name: [{ Ref: expect.stringMatching(/content\w*Ref$/) }] },
      object: { key: [{ prefix: TASKS_PREFIX }] },
    },
  });
});

it('only the content bucket sends events to EventBridge', () => {
  const telling = ofType(resources, 'S3::Bucket').filter(
    ({ Properties }) => Properties.NotificationConfiguration?.EventBridgeConfiguration.EventBridgeEnabled,
  );

  expect(telling.map(({ logicalId }) => logicalId)).toEqual([expect.stringMatching(/^content/)]);
});

it.each(['sweep', 'webhooks', 'thumbnails'])('only its own rule may invoke %s', name => {
  const rule = ruleOf(name);
  const permission = ofType(resources, 'Lambda::Permission').filter(
    one => target(resources, one, one.Properties.FunctionName) === functionOf(resources, `events/${name}`),
  );

  expect(permission).toHaveLength(1);
  expect(permission[0]!.Properties.Principal).toBe('events.amazonaws.com');
  expect(target(resources, permission[0]!, permission[0]!.Properties.SourceArn)).toBe(rule);
});

it.each(['sweep', 'webhooks', 'thumbnails'])(
  'the rule of %s sends events that it cannot deliver to the dead-letter queue',
  name => {
    const rule = ruleOf(name);
    const [only, ...others] = rule.Properties.Targets;
    const { Statement } = queuePolicy.Properties.PolicyDocument;
    const sending = Statement.filter(
      ({ Condition }: any) =>
        Condition.ArnEquals && target(resources, queuePolicy, Condition.ArnEquals['aws:SourceArn']) === rule,
    );

    expect(others).toEqual([]);
    expect(target(resources, rule, only.DeadLetterConfig.Arn)).toBe(queue);
    expect(sending).toEqual([expect.objectContaining({ Effect: 'Allow', Action: 'sqs:SendMessage' })]);
  },
);

it.each(Object.entries<Worker>(workers))(
  'the worker %s has the timeout and memory of its row',
  (name, row) => {
    const { Timeout, MemorySize } = functionOf(resources, `events/${name}`).Properties;

    expect({ Timeout, MemorySize }).toEqual({ Timeout: row.timeoutS, MemorySize: row.memoryMb ?? 512 });
  },
);

it('the webhooks worker has 32 threads for DNS look-ups of parallel deliveries', () => {
  const { Environment } = functionOf(resources, 'events/webhooks').Properties;

  expect(Environment.Variables.UV_THREADPOOL_SIZE).toBe('32');
});

it('the thumbnails worker has the memory of a whole vCPU', () => {
  expect(functionOf(resources, 'events/thumbnails').Properties.MemorySize).toBeGreaterThanOrEqual(1769);
});

it.each(Object.keys(workers))(
  'a failed invocation of %s is retried twice and then goes to the dead-letter queue',
  name => {
    const configuration = ofType(resources, 'Lambda::EventInvokeConfig').find(
      one => target(resources, one, one.Properties.FunctionName) === functionOf(resources, `events/${name}`),
    )!;
    const { MaximumRetryAttempts, DestinationConfig } = configuration.Properties;

    expect(MaximumRetryAttempts).toBe(2);
    expect(target(resources, configuration, DestinationConfig.OnFailure.Destination)).toBe(queue);
  },
);

it('there is one dead-letter queue', () => {
  expect(otherQueues).toEqual([]);
});

it('at most two publishers run for messages of due seconds, and only failed messages are delivered again', () => {
  const { BatchSize, ScalingConfig, FunctionResponseTypes, EventSourceArn } =
    mappingOf('publisher').Properties;

  expect({ BatchSize, ScalingConfig, FunctionResponseTypes }).toEqual({
    BatchSize: 10,
    ScalingConfig: { MaximumConcurrency: 2 },
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  });
  expect(target(resources, mappingOf('publisher'), EventSourceArn)).toBe(dueQueue);
});

it('a message of due seconds is hidden for six times the publisher’s timeout, and given up after three attempts', () => {
  const { Timeout } = functionOf(resources, 'events/publisher').Properties;
  const { VisibilityTimeout, MessageRetentionPeriod, RedrivePolicy } = dueQueue.Properties;

  expect(VisibilityTimeout).toBe(6 * Timeout);
  expect(MessageRetentionPeriod).toBe(3600);
  expect(RedrivePolicy.maxReceiveCount).toBe(3);
  expect(target(resources, dueQueue, RedrivePolicy.deadLetterTargetArn)).toBe(queue);
});

it('the dead-letter queue keeps messages for two weeks and denies access without TLS', () => {
  expect(queue.Properties.MessageRetentionPeriod).toBe(14 * 86_400);
  expect(queuePolicy.Properties.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
  );
});

it('the schedule group has the name in SCHEDULE_GROUP', () => {
  const { SCHEDULE_GROUP } = functionOf(resources, 'events/publisher').Properties.Environment.Variables;

  expect(only('Scheduler::ScheduleGroup').Properties.Name).toBe(SCHEDULE_GROUP);
});
