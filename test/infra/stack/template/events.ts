import { expect, it } from 'vitest';
import { workers, type Worker } from '../../../../functions/events/workers.ts';
import { TASKS_PREFIX } from '../../../../shared/library/images/thumbnails/task.ts';
import { findFunction, ofType, synthesized, target, type Resource } from './synthesized.ts';

const resources = synthesized('prod');
function only(type: string): Resource {
  const [one, ...others] = ofType(resources, type);
  expect(others).toEqual([]);
  return one!;
}

const queues = ofType(resources, 'SQS::Queue');
const dueQueue = queues.find(({ logicalId }) => logicalId.startsWith('due'))!;
const taskQueue = queues.find(({ logicalId }) => logicalId.startsWith('tasks'))!;
const [queue, ...otherQueues] = queues.filter(one => one !== dueQueue && one !== taskQueue) as [Resource];
const queuePolicy = ofType(resources, 'SQS::QueuePolicy').find(
  one => target(resources, one, one.Properties.Queues[0]) === queue,
)!;

const mappings = ofType(resources, 'Lambda::EventSourceMapping');
function findMapping(name: string): Resource {
  return mappings.find(
    one => target(resources, one, one.Properties.FunctionName) === findFunction(resources, `events/${name}`),
  )!;
}

it.each([
  ['outbox', ['OUTBOX', ...[0, 1, 2, 3].map(number => `OUTBOX#backlog#${number}`)]],
  ['webhooks', ['WEBHOOK_EVENTS']],
])('the table’s stream invokes the worker %s only for new items of its partitions', (name, partitions) => {
  const mapping = findMapping(name);
  const { Filters } = mapping.Properties.FilterCriteria;

  expect(mapping.Properties.EventSourceArn.Ref).toMatch(/table\w*StreamArn$/);
  expect(Filters.map(({ Pattern }: any) => JSON.parse(Pattern))).toEqual([
    { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: partitions } } } },
  ]);
});

it('at most one outbox worker runs for each shard of the stream, and so for each partition of the outbox', () => {
  expect(findMapping('outbox').Properties.ParallelizationFactor).toBe(1);
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
    const mapping = findMapping(name);
    const { MaximumRetryAttempts, MaximumRecordAgeInSeconds, DestinationConfig } = mapping.Properties;

    expect({ MaximumRetryAttempts, MaximumRecordAgeInSeconds }).toEqual({
      MaximumRetryAttempts: 3,
      MaximumRecordAgeInSeconds: 3600,
    });
    expect(target(resources, mapping, DestinationConfig.OnFailure.Destination)).toBe(queue);
  },
);

/** The rule that sends the events of task objects to their queue. */
const taskRule = ofType(resources, 'Events::Rule').find(rule => rule.Properties.EventPattern)!;

function findRule(name: string): Resource {
  if (name === 'thumbnails') return taskRule;
  return ofType(resources, 'Events::Rule').find(rule =>
    rule.Properties.Targets.some(
      ({ Arn }: any) => target(resources, rule, Arn) === findFunction(resources, `events/${name}`),
    ),
  )!;
}

it.each(['sweep', 'webhooks'])('a rule runs %s each minute', name => {
  const { ScheduleExpression, EventPattern } = findRule(name).Properties;

  expect({ ScheduleExpression, EventPattern }).toEqual({ ScheduleExpression: 'rate(1 minute)' });
});

it('a rule sends a message for each task put in the content bucket, and for no other object', () => {
  const { ScheduleExpression, EventPattern, Targets } = taskRule.Properties;

  expect(ScheduleExpression).toBeUndefined();
  expect(target(resources, taskRule, Targets[0].Arn)).toBe(taskQueue);
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

it('only its own rule may send messages to the queue of thumbnail tasks', () => {
  const policy = ofType(resources, 'SQS::QueuePolicy').find(
    one => target(resources, one, one.Properties.Queues[0]) === taskQueue,
  )!;
  const allowing = policy.Properties.PolicyDocument.Statement.filter(({ Effect }: any) => Effect === 'Allow');

  expect(allowing).toHaveLength(1);
  expect(allowing[0].Principal).toEqual({ Service: 'events.amazonaws.com' });
  expect(target(resources, policy, allowing[0].Condition.ArnEquals['aws:SourceArn'])).toBe(taskRule);
});

it.each(['thumbnails', 'publisher', 'outbox'])('no rule may invoke %s directly', name => {
  const permission = ofType(resources, 'Lambda::Permission').filter(
    one => target(resources, one, one.Properties.FunctionName) === findFunction(resources, `events/${name}`),
  );

  expect(permission).toEqual([]);
});

it.each(['sweep', 'webhooks'])('only its own rule may invoke %s', name => {
  const rule = findRule(name);
  const permission = ofType(resources, 'Lambda::Permission').filter(
    one => target(resources, one, one.Properties.FunctionName) === findFunction(resources, `events/${name}`),
  );

  expect(permission).toHaveLength(1);
  expect(permission[0]!.Properties.Principal).toBe('events.amazonaws.com');
  expect(target(resources, permission[0]!, permission[0]!.Properties.SourceArn)).toBe(rule);
});

it.each(['sweep', 'webhooks', 'thumbnails'])(
  'the rule of %s sends events that it cannot deliver to the dead-letter queue',
  name => {
    const rule = findRule(name);
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
    const { Timeout, MemorySize } = findFunction(resources, `events/${name}`).Properties;

    expect({ Timeout, MemorySize }).toEqual({ Timeout: row.timeoutS, MemorySize: row.memoryMb ?? 512 });
  },
);

it('the webhooks worker has 32 threads for DNS look-ups of parallel deliveries', () => {
  const { Environment } = findFunction(resources, 'events/webhooks').Properties;

  expect(Environment.Variables.UV_THREADPOOL_SIZE).toBe('32');
});

it('the thumbnails worker has the memory of a whole vCPU', () => {
  expect(findFunction(resources, 'events/thumbnails').Properties.MemorySize).toBeGreaterThanOrEqual(1769);
});

it.each(Object.keys(workers))(
  'a failed invocation of %s is retried twice and then goes to the dead-letter queue',
  name => {
    const configuration = ofType(resources, 'Lambda::EventInvokeConfig').find(
      one =>
        target(resources, one, one.Properties.FunctionName) === findFunction(resources, `events/${name}`),
    )!;
    const { MaximumRetryAttempts, DestinationConfig } = configuration.Properties;

    expect(MaximumRetryAttempts).toBe(2);
    expect(target(resources, configuration, DestinationConfig.OnFailure.Destination)).toBe(queue);
  },
);

it('there is one dead-letter queue', () => {
  expect(otherQueues).toEqual([]);
});

const QUEUED = [
  ['publisher', dueQueue, 10],
  ['thumbnails', taskQueue, 1],
] as const;

it.each(QUEUED)(
  'at most two of %s run for messages of its queue, and only failed messages are delivered again',
  (name, source, BatchSize) => {
    const mapping = findMapping(name);
    const { ScalingConfig, FunctionResponseTypes, EventSourceArn } = mapping.Properties;

    expect({ BatchSize: mapping.Properties.BatchSize, ScalingConfig, FunctionResponseTypes }).toEqual({
      BatchSize,
      ScalingConfig: { MaximumConcurrency: 2 },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(target(resources, mapping, EventSourceArn)).toBe(source);
  },
);

it.each(QUEUED)(
  'a message of %s is hidden for six times its timeout, and given up after three attempts',
  (name, source) => {
    const { Timeout } = findFunction(resources, `events/${name}`).Properties;
    const { VisibilityTimeout, MessageRetentionPeriod, RedrivePolicy } = source.Properties;

    expect(VisibilityTimeout).toBe(6 * Timeout);
    expect(MessageRetentionPeriod).toBe(3600);
    expect(RedrivePolicy.maxReceiveCount).toBe(3);
    expect(target(resources, source, RedrivePolicy.deadLetterTargetArn)).toBe(queue);
  },
);

it('background work leaves functions to the API of an account that may run ten at once', () => {
  const caps = Object.values<Worker>(workers).map(({ maxConcurrent }) => maxConcurrent);

  expect(caps.reduce((sum, cap) => sum + cap)).toBeLessThan(10);
});

it.each(Object.keys(workers))('%s is invoked only by sources that limit how many of it run at once', name => {
  const sources = mappings.filter(
    one => target(resources, one, one.Properties.FunctionName) === findFunction(resources, `events/${name}`),
  );
  const isLimited = ({ Properties }: Resource): boolean =>
    Properties.ScalingConfig?.MaximumConcurrency > 0 || Properties.ParallelizationFactor === 1;
  const rules = ofType(resources, 'Events::Rule').filter(rule =>
    rule.Properties.Targets.some(
      ({ Arn }: any) => target(resources, rule, Arn) === findFunction(resources, `events/${name}`),
    ),
  );

  expect(sources.filter(one => !isLimited(one))).toEqual([]);
  for (const { Properties } of rules) expect(Properties.ScheduleExpression).toBe('rate(1 minute)');
  expect(sources.length + rules.length).toBeGreaterThan(0);
});

it('the dead-letter queue keeps messages for two weeks and denies access without TLS', () => {
  expect(queue.Properties.MessageRetentionPeriod).toBe(14 * 86_400);
  expect(queuePolicy.Properties.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
  );
});

it('the schedule group has the name in SCHEDULE_GROUP', () => {
  const { SCHEDULE_GROUP } = findFunction(resources, 'events/publisher').Properties.Environment.Variables;

  expect(only('Scheduler::ScheduleGroup').Properties.Name).toBe(SCHEDULE_GROUP);
});
