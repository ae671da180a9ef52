import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteSchedule, createSchedule } from '../../../shared/schedule/schedule.ts';
import { restoreClock, stopClockAt } from '../../support/clock.ts';

const scheduler = mockClient(SchedulerClient);
const NOW = Date.UTC(2030, 0, 31, 23, 59, 30) / 1000;
const $metadata = {};

beforeEach(() => {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    LOG_LEVEL: 'error',
    SCHEDULE_GROUP: 'group',
    SCHEDULE_ROLE_ARN: 'arn:aws:iam::1:role/scheduler',
    SCHEDULE_FAILURES_ARN: 'arn:aws:sqs:us-east-1:1:undelivered',
    PUBLISHER_ARN: 'arn:aws:lambda:us-east-1:1:function:publisher',
  });
  stopClockAt(NOW * 1000);
  scheduler.reset();
});
afterEach(() => {
  vi.restoreAllMocks();
  restoreClock();
});

function created() {
  return scheduler.commandCalls(CreateScheduleCommand).map(call => call.args[0].input);
}

describe('the schedule of a post', () => {
  it('is a one-time schedule a minute early that invokes the publisher and is deleted afterwards', async () => {
    await createSchedule(42, NOW + 3600);
    expect(created()).toEqual([
      {
        Name: `post-42-${NOW + 3600}`,
        GroupName: 'group',
        ScheduleExpression: 'at(2030-02-01T00:58:30)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: {
          Arn: 'arn:aws:lambda:us-east-1:1:function:publisher',
          RoleArn: 'arn:aws:iam::1:role/scheduler',
          RetryPolicy: { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 300 },
          DeadLetterConfig: { Arn: 'arn:aws:sqs:us-east-1:1:undelivered' },
          Input: JSON.stringify({ id: 42, scheduled_at: NOW + 3600 }),
        },
      },
    ]);
  });

  it.each([1, 30, 60, 61])(
    'invokes the publisher two seconds from now for a post due in %i seconds',
    async ahead => {
      await createSchedule(1, NOW + ahead);
      expect(created()[0]?.ScheduleExpression).toBe('at(2030-01-31T23:59:32)');
    },
  );

  it('has a name that the scheduler accepts, for the largest id and the latest time', async () => {
    await createSchedule(Number.MAX_SAFE_INTEGER, NOW + 100 * 366 * 86_400);
    expect(created()[0]?.Name).toMatch(/^[\w.-]{1,64}$/);
  });

  it('stays when it exists already', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    scheduler
      .on(CreateScheduleCommand)
      .rejects(new ConflictException({ $metadata, message: 'there', Message: 'there' }));
    await createSchedule(1, NOW + 600);
    expect(log).not.toHaveBeenCalled();
  });

  it('is reported to the operator, not to the client, when it can not be set or cancelled', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    scheduler.rejects(new Error('scheduler down'));
    await createSchedule(1, NOW + 600);
    await deleteSchedule(1, NOW + 600);
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    expect(lines).toMatchObject([
      { level: 'error', message: 'schedule not created', id: 1 },
      { level: 'error', message: 'schedule not deleted', id: 1 },
    ]);
  });

  it('is deleted by its name, without an error when it does not exist', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    scheduler
      .on(DeleteScheduleCommand)
      .rejects(new ResourceNotFoundException({ $metadata, message: 'gone', Message: 'gone' }));
    await deleteSchedule(7, NOW);
    expect(scheduler.commandCalls(DeleteScheduleCommand)[0]?.args[0].input).toEqual({
      Name: `post-7-${NOW}`,
      GroupName: 'group',
    });
    expect(log).not.toHaveBeenCalled();
  });
});
