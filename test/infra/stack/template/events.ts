import { expect, it } from 'vitest';
import { workers, type Worker } from '../../../../functions/events/workers.ts';
import { TASKS_PREFIX } from '../../../../shared/library/images/thumbnails/task.ts';
import { allowedTo, findFunction, ofType, synthesized, target, type Resource } from './synthesized.ts';

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
  [
    'outbox',
    [
      ...['OUTBOX', ...[0, 1, 2, 3].map(number => `OUTBOX#backlog#${number}`), 'CHANGES#waiting'],
      { prefix: 'AUDIT#' },
    ],
  ],
  ['webhooks', ['WEBHOOK_EVENTS']],
])('the table’s stream invokes the worker %s only for new items of its partitions', (name, partitions) => {
  const mapping = findMapping(name);
  const { Filters } = mapping.Properties.FilterCriteria;

  expect(mapping.Properties.EventSourceArn.Ref).toMatch(/table\w*StreamArn$/);
  expect(Filters.map(({ Pattern }: any) => JSON.parse(Pattern))).toEqual([
    { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: partitions } } } },
  ]);
});

it('the outbox worker may write its log, which has the lines of the audit trail and is kept as other logs are', () => {
  const { Properties } = findFunction(resources, 'events/outbox');
  const log = target(resources, findFunction(resources, 'events/outbox'), Properties.LoggingConfig.LogGroup);
  expect(log.Properties).toMatchObject({
    LogGroupName: expect.stringMatching(/events-outbox$/),
    RetentionInDays: 90,
  });
  const logging = allowedTo(resources, 'events/outbox').filter(({ actions }) =>
    actions.some((action: string) => action.startsWith('logs:')),
  );
  expect(logging.map(({ actions }) => [...actions].sort())).toEqual([
    ['logs:CreateLogStream', 'logs:PutLogEvents'],
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

function findRuleOf(source: string): Resource {
  return ofType(resources, 'Events::Rule').find(
    ({ Properties }) => Properties.EventPattern?.source[0] === source,
  )!;
}

/** The rule that sends the events of task objects to their queue. */
const taskRule = findRuleOf('aws.s3');
/** The rule that runs the sweep after each deployment. */
const deployedRule = findRuleOf('aws.cloudformation');

function findRule(name: string): Resource {
  if (name === 'thumbnails') return taskRule;
  if (name === 'deployments') return deployedRule;
  return ofType(resources, 'Events::Rule').find(
    rule =>
      rule !== deployedRule &&
      rule.Properties.Targets.some(
        ({ Arn }: any) => target(resources, rule, Arn) === findFunction(resources, `events/${name}`),
      ),
  )!;
}

it.each(['sweep', 'webhooks'])('a rule runs %s each minute', name => {
  const { ScheduleExpression, EventPattern } = findRule(name).Properties;

  expect({ ScheduleExpression, EventPattern }).toEqual({ ScheduleExpression: 'rate(1 minute)' });
});

it('a rule runs the sweep when a deployment has created or changed its function, and for no other resource', () => {
  const { ScheduleExpression, EventPattern, Targets } = deployedRule.Properties;
  const sweep = findFunction(resources, 'events/sweep');

  expect(ScheduleExpression).toBeUndefined();
  expect(Targets).toHaveLength(1);
  expect(target(resources, deployedRule, Targets[0].Arn)).toBe(sweep);
  expect(EventPattern).toEqual({
    source: ['aws.cloudformation'],
    'detail-type': ['CloudFormation Resource Status Change'],
    detail: {
      'resource-type': ['AWS::Lambda::Function'],
      'physical-resource-id': [sweep.Properties.FunctionName],
      'status-details': { status: ['CREATE_COMPLETE', 'UPDATE_COMPLETE'] },
    },
  });
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

it.each([
  ['sweep', [findRule('sweep'), deployedRule]],
  ['webhooks', [findRule('webhooks')]],
])('only its own rules may invoke %s', (name, rules) => {
  const permission = ofType(resources, 'Lambda::Permission').filter(
    one => target(resources, one, one.Properties.FunctionName) === findFunction(resources, `events/${name}`),
  );

  for (const { Properties } of permission) expect(Properties.Principal).toBe('events.amazonaws.com');
  const sources = permission.map(one => target(resources, one, one.Properties.SourceArn));
  expect(sources).toHaveLength(rules.length);
  expect(new Set(sources)).toEqual(new Set(rules));
});

it.each(['sweep', 'webhooks', 'thumbnails', 'deployments'])(
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
  for (const rule of rules.filter(one => one !== deployedRule))
    expect(rule.Properties.ScheduleExpression).toBe('rate(1 minute)');
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
