import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  ValidationException,
  type SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nowMs } from '../../../../shared/platform/core/clock.ts';
import { advanceClock, restoreClock, stopClockAt } from '../../../support/time/clock.ts';
import { randomFrom } from '../../../support/values/random.ts';
import { FUNCTION_ARN, scheduleInput, start } from './harness.ts';
import { until } from '../../../support/time/until.ts';

const MOMENT = Date.parse('2030-06-01T12:00:00Z');
const EXPRESSION = 'at(2030-06-01T12:00:00)';
function due(changes: Parameters<typeof scheduleInput>[0] = {}) {
  return new CreateScheduleCommand(scheduleInput({ ScheduleExpression: EXPRESSION, ...changes }));
}

function seeded(seed: number) {
  const random = randomFrom(seed);
  return () => Math.floor(random() * 60) * 1000;
}

/** A request that is answered after everything that was due when it was sent. */
function turn(client: SchedulerClient) {
  return client.send(new GetScheduleCommand({ Name: 'none' })).catch(() => undefined);
}

beforeEach(() => stopClockAt(MOMENT - 60_000));
afterEach(restoreClock);

test('a schedule invokes its target once, at its second, with its input, when there is no lateness', async () => {
  const { client, calls } = await start();
  await client.send(due({ ActionAfterCompletion: 'NONE' }));
  advanceClock(59);
  await turn(client);
  expect(calls).toEqual([]);
  advanceClock(1);
  await until(() => expect(calls).toEqual([{ arn: FUNCTION_ARN, input: '{"id":1}' }]));
  advanceClock(86_400);
  await turn(client);
  expect(calls).toHaveLength(1);
  expect((await client.send(new GetScheduleCommand({ Name: 'post-1' }))).State).toBe('ENABLED');
});

test('a schedule invokes its target within the minute after its time, at the same moment for the same seed', async () => {
  const lateness = async (): Promise<number[]> => {
    stopClockAt(MOMENT - 60_000);
    const late: number[] = [];
    const invoke = () => void late.push((nowMs() - MOMENT) / 1000);
    const { client } = await start({ invoke, latenessMs: seeded(7) });
    for (let index = 0; index < 8; index++) await client.send(due({ Name: `post-${index}` }));
    advanceClock(60);
    for (let second = 0; second < 60; second++) {
      await turn(client);
      advanceClock(1);
    }
    await until(() => expect(late).toHaveLength(8));
    return late;
  };
  const late = await lateness();
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  // A call that became due between two looks is counted at the second.
  expect(Math.max(...late)).toBeLessThanOrEqual(60);
  expect(new Set(late).size).toBeGreaterThan(3);
});

test('a schedule of one time is deleted as soon as the invocation is accepted', async () => {
  const never = vi.fn();
  const { client } = await start({ invoke: never });
  await client.send(due({ ActionAfterCompletion: 'DELETE' }));
  advanceClock(60);
  await until(() => expect(never).toHaveBeenCalledOnce());
  const gone = client.send(new GetScheduleCommand({ Name: 'post-1' }));
  await expect(gone).rejects.toBeInstanceOf(ResourceNotFoundException);
  // Its name is available again.
  advanceClock(-120);
  await client.send(due());
});

test('a schedule invokes nothing after it is deleted', async () => {
  const { client, calls } = await start();
  await client.send(due({ Name: 'deleted' }));
  await client.send(new DeleteScheduleCommand({ Name: 'deleted' }));
  await client.send(due({ Name: 'other' }));
  advanceClock(60);
  await until(() => expect(calls).toHaveLength(1));
});

test('CreateSchedule refuses a time in the past', async () => {
  const { client } = await start();
  advanceClock(61);
  const refused = client.send(due());
  await expect(refused).rejects.toBeInstanceOf(ValidationException);
  await expect(refused).rejects.toThrow('in the past');
});
