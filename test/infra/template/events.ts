import { expect, it } from 'vitest';
import { workers, type Worker } from '../../../infra/stack/workers.ts';
import { TASKS_PREFIX } from '../../../shared/images/thumbnails/task.ts';
import { functionOf, ofType, synthesized, target, type Resource } from './synthesized.ts';

const resources = synthesized('prod');
function only(type: string): Resource {
  const [one, ...others] = ofType(resources, type);
  expect(others).toEqual([]);
  return one!;
}

const queue = only('SQS::Queue');
const queuePolicy = only('SQS::QueuePolicy');

const mappings = ofType(resources, 'Lambda::EventSourceMapping');
function mappingOf(name: string): Resource {
  return mappings.find(
    one => target(resources, one, one.Properties.FunctionName) === functionOf(resources, `events/${name}`),
  )!;
}

it.each([
  ['outbox', 'OUTBOX'],
  ['webhooks', 'WEBHOOK_EVENTS'],
])('wakes the worker %s for new items of its partition, and for nothing else in the table', (name, pk) => {
  const mapping = mappingOf(name);
  const { Filters } = mapping.Properties.FilterCriteria;

  expect(mapping.Properties.EventSourceArn.Ref).toMatch(/table\w*StreamArn$/);
  expect(Filters.map(({ Pattern }: any) => JSON.parse(Pattern))).toEqual([
    { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [pk] } } } },
  ]);
});

it.each(['outbox', 'webhooks'])('gives a stream record of %s up after some tries, into the queue', name => {
  const mapping = mappingOf(name);
  const { MaximumRetryAttempts, MaximumRecordAgeInSeconds, DestinationConfig } = mapping.Properties;

  expect({ MaximumRetryAttempts, MaximumRecordAgeInSeconds }).toEqual({
    MaximumRetryAttempts: 3,
    MaximumRecordAgeInSeconds: 3600,
  });
  expect(target(resources, mapping, DestinationConfig.OnFailure.Destination)).toBe(queue);
});

function ruleOf(name: string): Resource {
  return ofType(resources, 'Events::Rule').find(rule =>
    rule.Properties.Targets.some(
      ({ Arn }: any) => target(resources, rule, Arn) === functionOf(resources, `events/${name}`),
    ),
  )!;
}

it.each(['sweep', 'webhooks'])('runs %s each minute', name => {
  const { ScheduleExpression, EventPattern } = ruleOf(name).Properties;

  expect({ ScheduleExpression, EventPattern }).toEqual({ ScheduleExpression: 'rate(1 minute)' });
});

it('makes thumbnails for each task put in the content bucket, and for no other object', () => {
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

it('has the bucket of the tasks tell of what is put there, and no other bucket', () => {
  const telling = ofType(resources, 'S3::Bucket').filter(
    ({ Properties }) => Properties.NotificationConfiguration?.EventBridgeConfiguration.EventBridgeEnabled,
  );

  expect(telling.map(({ logicalId }) => logicalId)).toEqual([expect.stringMatching(/^content/)]);
});

it.each(['sweep', 'webhooks', 'thumbnails'])('lets its rule, and only it, wake %s', name => {
  const rule = ruleOf(name);
  const permission = ofType(resources, 'Lambda::Permission').filter(
    one => target(resources, one, one.Properties.FunctionName) === functionOf(resources, `events/${name}`),
  );

  expect(permission).toHaveLength(1);
  expect(permission[0]!.Properties.Principal).toBe('events.amazonaws.com');
  expect(target(resources, permission[0]!, permission[0]!.Properties.SourceArn)).toBe(rule);
});

it.each(['sweep', 'webhooks', 'thumbnails'])(
  'keeps in the queue what could not be handed over to %s',
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

it.each(Object.entries<Worker>(workers))('gives %s the time and the memory of its row', (name, row) => {
  const { Timeout, MemorySize } = functionOf(resources, `events/${name}`).Properties;

  expect({ Timeout, MemorySize }).toEqual({ Timeout: row.timeoutS, MemorySize: row.memoryMb ?? 512 });
});

it('gives deliveries a thread each to look names up on', () => {
  const { Environment } = functionOf(resources, 'events/webhooks').Properties;

  expect(Environment.Variables.UV_THREADPOOL_SIZE).toBe('32');
});

it('gives thumbnails a whole processor', () => {
  expect(functionOf(resources, 'events/thumbnails').Properties.MemorySize).toBeGreaterThanOrEqual(1769);
});

it.each(Object.keys(workers))('runs a failed %s again, and then tells the queue', name => {
  const configuration = ofType(resources, 'Lambda::EventInvokeConfig').find(
    one => target(resources, one, one.Properties.FunctionName) === functionOf(resources, `events/${name}`),
  )!;
  const { MaximumRetryAttempts, DestinationConfig } = configuration.Properties;

  expect(MaximumRetryAttempts).toBe(2);
  expect(target(resources, configuration, DestinationConfig.OnFailure.Destination)).toBe(queue);
});

it('lets the publisher wait out the minute by which the scheduler is early', () => {
  expect(functionOf(resources, 'events/publisher').Properties.Timeout).toBeGreaterThanOrEqual(120);
});

it('keeps what was given up for two weeks, and takes it over TLS only', () => {
  expect(queue.Properties.MessageRetentionPeriod).toBe(14 * 86_400);
  expect(queuePolicy.Properties.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
  );
});

it('names the schedule group as the functions are told', () => {
  const { SCHEDULE_GROUP } = functionOf(resources, 'events/sweep').Properties.Environment.Variables;

  expect(only('Scheduler::ScheduleGroup').Properties.Name).toBe(SCHEDULE_GROUP);
});
