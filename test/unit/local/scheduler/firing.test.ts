import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { expect, test, vi } from 'vitest';
import { clockBefore, FUNCTION_ARN, ROLE_ARN, scheduleInput, start } from './harness.ts';

const MOMENT = '2030-06-01T12:00:00Z';
const EXPRESSION = 'at(2030-06-01T12:00:00)';
const due = (changes: Parameters<typeof scheduleInput>[0] = {}) =>
  new CreateScheduleCommand(scheduleInput({ ScheduleExpression: EXPRESSION, ...changes }));
const failing = (times: number) => {
  let calls = 0;
  return vi.fn(() => (++calls <= times ? Promise.reject(new Error('down')) : Promise.resolve()));
};

test('fires at the second, not before it and once', async () => {
  const now = clockBefore(MOMENT, 150);
  const firedAt: number[] = [];
  const invoke = vi.fn(() => Promise.resolve(void firedAt.push(now())));
  const { client } = await start({ now, invoke });
  await client.send(due({ ActionAfterCompletion: 'NONE' }));
  await vi.waitFor(() => expect(invoke).toHaveBeenCalledOnce());
  expect(firedAt[0]).toBeGreaterThanOrEqual(Date.parse(MOMENT));
  expect(firedAt[0]).toBeLessThan(Date.parse(MOMENT) + 1000);
  expect(invoke).toHaveBeenCalledWith({ arn: FUNCTION_ARN, input: '{"id":1}' });
  expect((await client.send(new GetScheduleCommand({ Name: 'post-1' }))).State).toBe('ENABLED');
});

test('removes a completed schedule where ActionAfterCompletion is DELETE', async () => {
  const { client, calls } = await start({ now: clockBefore(MOMENT, 100) });
  await client.send(due({ ActionAfterCompletion: 'DELETE' }));
  await vi.waitFor(async () => {
    const gone = client.send(new GetScheduleCommand({ Name: 'post-1' }));
    await expect(gone).rejects.toBeInstanceOf(ResourceNotFoundException);
  });
  expect(calls).toHaveLength(1);
});

test('does not fire a deleted or disabled schedule', async () => {
  const { client, calls } = await start({ now: clockBefore(MOMENT, 300) });
  await client.send(due({ Name: 'deleted' }));
  await client.send(due({ Name: 'disabled', State: 'DISABLED' }));
  const last = { Arn: FUNCTION_ARN, RoleArn: ROLE_ARN, Input: '"last"' };
  await client.send(due({ Name: 'last', ScheduleExpression: 'at(2030-06-01T12:00:01)', Target: last }));
  await client.send(new DeleteScheduleCommand({ Name: 'deleted' }));
  await vi.waitFor(() => expect(calls).not.toHaveLength(0), 3000);
  expect(calls.map(each => each.input)).toEqual(['"last"']);
});

test('fires a rescheduled one at its new time only', async () => {
  const now = clockBefore(MOMENT, 300);
  const { client, calls } = await start({ now });
  await client.send(due());
  const ScheduleExpression = 'at(2030-06-01T12:00:01)';
  await client.send(new UpdateScheduleCommand(scheduleInput({ ScheduleExpression })));
  await vi.waitFor(() => expect(calls).toHaveLength(1), 3000);
  expect(now()).toBeGreaterThanOrEqual(Date.parse(MOMENT) + 1000);
});

test('keeps a schedule which its own target has put off', async () => {
  const ScheduleExpression = 'at(2031-01-01T00:00:00)';
  const putOff = new UpdateScheduleCommand(
    scheduleInput({ ScheduleExpression, ActionAfterCompletion: 'DELETE' }),
  );
  const ran = vi.fn();
  const { client } = await start({
    now: clockBefore(MOMENT, 100),
    invoke: async () => {
      await client.send(putOff);
      ran();
    },
  });
  await client.send(due({ ActionAfterCompletion: 'DELETE' }));
  await vi.waitFor(() => expect(ran).toHaveBeenCalledOnce());
  const kept = await client.send(new GetScheduleCommand({ Name: 'post-1' }));
  expect(kept.ScheduleExpression).toBe(ScheduleExpression);
});

test('retries a failing target until it succeeds', async () => {
  const invoke = failing(2);
  const { client } = await start({ now: clockBefore(MOMENT, 50), invoke });
  await client.send(due());
  await vi.waitFor(() => expect(invoke).toHaveBeenCalledTimes(3));
});

test('gives up after the retries of its policy and completes all the same', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const invoke = failing(Infinity);
  const { client } = await start({ now: clockBefore(MOMENT, 50), invoke });
  const Target = { Arn: FUNCTION_ARN, RoleArn: ROLE_ARN, RetryPolicy: { MaximumRetryAttempts: 1 } };
  await client.send(due({ Target, ActionAfterCompletion: 'DELETE' }));
  await vi.waitFor(async () => {
    const gone = client.send(new GetScheduleCommand({ Name: 'post-1' }));
    await expect(gone).rejects.toBeInstanceOf(ResourceNotFoundException);
  });
  expect(invoke).toHaveBeenCalledTimes(2);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test('refuses a time in the past, on update too', async () => {
  const { client } = await start({ now: clockBefore(MOMENT, -1000) });
  const refused = client.send(due());
  await expect(refused).rejects.toBeInstanceOf(ValidationException);
  await expect(refused).rejects.toThrow('in the past');
  await client.send(new CreateScheduleCommand(scheduleInput()));
  const moved = client.send(new UpdateScheduleCommand(scheduleInput({ ScheduleExpression: EXPRESSION })));
  await expect(moved).rejects.toThrow('in the past');
});

test('fires a recurring schedule at its start and keeps it', async () => {
  const { client, calls } = await start({ now: clockBefore(MOMENT, 0) });
  await client.send(due({ ScheduleExpression: 'rate(1 minute)', ActionAfterCompletion: 'DELETE' }));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await client.send(new GetScheduleCommand({ Name: 'post-1' }));
});

test.each([
  ['starts more than five minutes ago', { StartDate: new Date(Date.parse(MOMENT) - 301_000) }],
  ['ends before it starts', { EndDate: new Date(Date.parse(MOMENT) - 301_000) }],
])('refuses a recurring schedule that %s', async (_, changes) => {
  const { client } = await start({ now: clockBefore(MOMENT, 0) });
  const refused = client.send(due({ ScheduleExpression: 'rate(1 minute)', ...changes }));
  await expect(refused).rejects.toBeInstanceOf(ValidationException);
});

test('fills in the context attributes of an input, and sends a notification where there is none', async () => {
  const { client, calls } = await start({ now: clockBefore(MOMENT, 200) });
  const Input = '{"at":"<aws.scheduler.scheduled-time>","try":"<aws.scheduler.attempt-number>"}';
  await client.send(due({ Target: { Arn: FUNCTION_ARN, RoleArn: ROLE_ARN, Input } }));
  await client.send(due({ Name: 'plain', Target: { Arn: FUNCTION_ARN, RoleArn: ROLE_ARN } }));
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls.map(each => JSON.parse(each.input) as object)).toEqual([
    { at: MOMENT, try: '1' },
    expect.objectContaining({ source: 'aws.scheduler', time: MOMENT }),
  ]);
});
