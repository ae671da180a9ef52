import { expect, it } from 'vitest';
import { functionOf, ofType, synthesized, target, type Resource } from './synthesized.ts';

const resources = synthesized('prod');
const only = (type: string): Resource => {
  const [one, ...others] = ofType(resources, type);
  expect(others).toEqual([]);
  return one!;
};
const queue = only('SQS::Queue');

it('wakes the outbox worker for new outbox items, and for nothing else in the table', () => {
  const mapping = only('Lambda::EventSourceMapping');
  const { Filters } = mapping.Properties.FilterCriteria;

  expect(target(resources, mapping, mapping.Properties.FunctionName)).toBe(
    functionOf(resources, 'events/outbox'),
  );
  expect(mapping.Properties.EventSourceArn.Ref).toMatch(/table\w*StreamArn$/);
  expect(Filters.map(({ Pattern }: any) => JSON.parse(Pattern))).toEqual([
    { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: ['OUTBOX'] } } } },
  ]);
});

it('gives a stream record up after some tries, into the queue', () => {
  const mapping = only('Lambda::EventSourceMapping');
  const { MaximumRetryAttempts, MaximumRecordAgeInSeconds, DestinationConfig } = mapping.Properties;

  expect({ MaximumRetryAttempts, MaximumRecordAgeInSeconds }).toEqual({
    MaximumRetryAttempts: 3,
    MaximumRecordAgeInSeconds: 3600,
  });
  expect(target(resources, mapping, DestinationConfig.OnFailure.Destination)).toBe(queue);
});

it('sweeps each minute, and keeps in the queue what could not be handed over', () => {
  const rule = only('Events::Rule');
  const [sweep, ...others] = rule.Properties.Targets;

  expect(rule.Properties.ScheduleExpression).toBe('rate(1 minute)');
  expect(others).toEqual([]);
  expect(target(resources, rule, sweep.Arn)).toBe(functionOf(resources, 'events/sweep'));
  expect(target(resources, rule, sweep.DeadLetterConfig.Arn)).toBe(queue);
});

it.each(['outbox', 'sweep', 'publisher'])('runs a failed %s again, and then tells the queue', name => {
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
  expect(only('SQS::QueuePolicy').Properties.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
  );
});

it('names the schedule group as the functions are told', () => {
  const { SCHEDULE_GROUP } = functionOf(resources, 'events/sweep').Properties.Environment.Variables;

  expect(only('Scheduler::ScheduleGroup').Properties.Name).toBe(SCHEDULE_GROUP);
});
