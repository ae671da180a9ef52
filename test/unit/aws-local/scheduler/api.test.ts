import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  ValidationException,
  type SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { expect, onTestFinished, test } from 'vitest';
import { restoreClock, stopClockAt } from '../../../support/time/clock.ts';
import { FUNCTION_ARN, ROLE_ARN, scheduleInput, start } from './harness.ts';

function create(client: SchedulerClient, changes: Parameters<typeof scheduleInput>[0] = {}) {
  return client.send(new CreateScheduleCommand(scheduleInput(changes)));
}

test('CreateSchedule creates a schedule with defaults for omitted members', async () => {
  onTestFinished(restoreClock);
  stopClockAt(Date.parse('2030-06-01T12:00:00Z'));
  const { client } = await start();
  const { ScheduleArn } = await create(client);
  expect(ScheduleArn).toMatch(/:schedule\/default\/post-1$/);
  const found = await client.send(new GetScheduleCommand({ Name: 'post-1' }));
  expect(found).toMatchObject({
    Arn: ScheduleArn,
    ...scheduleInput(),
    GroupName: 'default',
    ScheduleExpressionTimezone: 'UTC',
    State: 'ENABLED',
    ActionAfterCompletion: 'NONE',
  });
  expect(found.CreationDate).toEqual(new Date('2030-06-01T12:00:00Z'));
  expect(found).not.toHaveProperty('ClientToken');
});

test('CreateSchedule keeps schedules of the same name in two groups apart', async () => {
  const { client } = await start();
  const one = 'at(2099-01-01T00:00:01)';
  const two = 'at(2099-01-01T00:00:02)';
  await create(client, { ScheduleExpression: one });
  await create(client, { ScheduleExpression: two, GroupName: 'other' });
  const other = await client.send(new GetScheduleCommand({ Name: 'post-1', GroupName: 'other' }));
  expect(other.ScheduleExpression).toBe(two);
  await client.send(new DeleteScheduleCommand({ Name: 'post-1', GroupName: 'other' }));
  expect((await client.send(new GetScheduleCommand({ Name: 'post-1' }))).ScheduleExpression).toBe(one);
});

test('CreateSchedule refuses to create a schedule that exists', async () => {
  const { client } = await start();
  await create(client);
  const again = create(client);
  await expect(again).rejects.toBeInstanceOf(ConflictException);
  await expect(again).rejects.toMatchObject({
    message: 'Schedule post-1 already exists.',
    $metadata: { httpStatusCode: 409 },
  });
});

test('CreateSchedule repeats its answer to the same token, even after the time of the schedule', async () => {
  onTestFinished(restoreClock);
  const { client } = await start({ latenessMs: () => 3_600_000 });
  const first = await create(client, { ClientToken: 'token' });
  stopClockAt(Date.parse('2099-01-01T00:01:00Z'));
  const second = await create(client, { ClientToken: 'token' });
  expect(second.ScheduleArn).toBe(first.ScheduleArn);
});

test('CreateSchedule refuses the token of another request with another input', async () => {
  const { client } = await start();
  await create(client, { ClientToken: 'token' });
  const other = create(client, { ClientToken: 'token', ActionAfterCompletion: 'DELETE' });
  await expect(other).rejects.toBeInstanceOf(ConflictException);
});

test.each([
  ['get', (client: SchedulerClient) => client.send(new GetScheduleCommand({ Name: 'none' }))],
  ['delete', client => client.send(new DeleteScheduleCommand({ Name: 'none' }))],
] satisfies [string, (client: SchedulerClient) => Promise<unknown>][])(
  'the scheduler’s stand-in returns 404 to %s of a schedule that does not exist',
  async (_, send) => {
    const { client } = await start();
    const sent = send(client);
    await expect(sent).rejects.toBeInstanceOf(ResourceNotFoundException);
    await expect(sent).rejects.toMatchObject({ message: 'Schedule none does not exist.' });
  },
);

const target = { Arn: FUNCTION_ARN, RoleArn: ROLE_ARN, Input: '{}' };

test.each([
  ['a name with a space', { Name: 'a b' }, "'Name'"],
  ['a name of 65 characters', { Name: 'x'.repeat(65) }, "'Name'"],
  ['a group with a colon', { GroupName: 'a:b' }, "'GroupName'"],
  ['no expression', { ScheduleExpression: undefined }, "'ScheduleExpression'"],
  ['no target', { Target: undefined }, "'Target'"],
  ['a target without a role', { Target: { ...target, RoleArn: undefined } }, "'Target.RoleArn'"],
  ['a role ARN of another service', { Target: { ...target, RoleArn: target.Arn } }, "'Target.RoleArn'"],
  ['a queue as its target', { Target: { ...target, Arn: 'arn:aws:sqs:us-east-1:1:q' } }, "'Target.Arn'"],
  ['a description, which the service never sends', { Description: 'd' }, "'Description'"],
  ['another time zone', { ScheduleExpressionTimezone: 'Europe/Berlin' }, "Timezone'"],
  ['a target that is no ARN', { Target: { ...target, Arn: 'publish' } }, "'Target.Arn'"],
  ['an empty input', { Target: { ...target, Input: '' } }, "'Target.Input'"],
  ['an input over 256 KB', { Target: { ...target, Input: 'x'.repeat(262_145) } }, "'Target.Input'"],
  ['186 retries', { Target: { ...target, RetryPolicy: { MaximumRetryAttempts: 186 } } }, 'MaximumRetryAtt'],
  ['an event age of 59 s', { Target: { ...target, RetryPolicy: { MaximumEventAgeInSeconds: 59 } } }, 'Age'],
  ['a dead-letter queue that is no ARN', { Target: { ...target, DeadLetterConfig: { Arn: 'q' } } }, 'Dead'],
  ['no flexible time window', { FlexibleTimeWindow: undefined }, "'FlexibleTimeWindow'"],
  ['a flexible time window', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' as const } }, 'FlexibleTimeWindow'],
  ['an unknown state', { State: 'PAUSED' as never }, "'State'"],
  ['an unknown action after completion', { ActionAfterCompletion: 'KEEP' as never }, "'ActionAfter"],
])('CreateSchedule refuses %s', async (_, changes, named) => {
  const { client } = await start();
  const refused = create(client, changes);
  await expect(refused).rejects.toBeInstanceOf(ValidationException);
  await expect(refused).rejects.toThrow(named);
});

test('CreateSchedule refuses an input that is not JSON', async () => {
  const { client } = await start();
  const refused = create(client, { Target: { ...target, Input: 'plain text' } });
  await expect(refused).rejects.toThrow('well-formed JSON');
});

test.each([
  ['POST', '/schedules/x', 'not json'],
  ['POST', '/schedules/%zz', '{}'],
  ['PATCH', '/schedules/x', '{}'],
  ['POST', '/schedule-groups/x', '{}'],
  ['POST', '//', '{}'],
  ['POST', `/schedules/${'x'.repeat(5000)}`, '{}'],
  ['PUT', '/schedules', '{}'],
])('the scheduler’s stand-in returns 400 to a malformed request: %s %.30s', async (method, path, body) => {
  const { server } = await start();
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { method, headers, body });
  expect(response.status).toBe(400);
  expect(response.headers.get('x-amzn-errortype')).toBe('ValidationException');
  expect(await response.json()).toHaveProperty('Message');
});
