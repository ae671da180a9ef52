import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendDue } from '../../../../shared/platform/schedule/queue.ts';
import { createSchedule } from '../../../../shared/platform/schedule/schedule.ts';
import { isNear, toMinute } from '../../../../shared/platform/schedule/times.ts';
import { restoreClock, stopClockAt } from '../../../support/time/clock.ts';

const scheduler = mockClient(SchedulerClient);
const sqs = mockClient(SQSClient);
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
    DUE_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/due',
  });
  stopClockAt(NOW * 1000);
  scheduler.reset();
  sqs.reset();
});
afterEach(restoreClock);

function created() {
  return scheduler.commandCalls(CreateScheduleCommand).map(call => call.args[0].input);
}

describe('the schedule of a minute', () => {
  it('is a one-time schedule three minutes early that invokes the publisher and is deleted afterwards', async () => {
    const minute = toMinute(NOW + 3600);
    await createSchedule(minute);
    expect(created()).toEqual([
      {
        Name: `due-${minute}`,
        GroupName: 'group',
        ScheduleExpression: 'at(2030-02-01T00:56:00)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: {
          Arn: 'arn:aws:lambda:us-east-1:1:function:publisher',
          RoleArn: 'arn:aws:iam::1:role/scheduler',
          RetryPolicy: { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 300 },
          DeadLetterConfig: { Arn: 'arn:aws:sqs:us-east-1:1:undelivered' },
          Input: JSON.stringify({ minute }),
        },
      },
    ]);
  });

  it('is due two seconds from now at the earliest, because a time in the past is refused', async () => {
    await createSchedule(toMinute(NOW));
    expect(created()[0]?.ScheduleExpression).toBe('at(2030-01-31T23:59:32)');
  });

  it('has a name that the scheduler accepts, for the latest time', async () => {
    await createSchedule(toMinute(NOW + 100 * 366 * 86_400));
    expect(created()[0]?.Name).toMatch(/^[\w.-]{1,64}$/);
  });

  it('is created without an error when it exists already', async () => {
    scheduler
      .on(CreateScheduleCommand)
      .rejects(new ConflictException({ $metadata, message: 'there', Message: 'there' }));
    await expect(createSchedule(toMinute(NOW + 600))).resolves.toBeUndefined();
  });

  it('throws any other error of the scheduler, so that the message is delivered again', async () => {
    scheduler.rejects(new Error('scheduler down'));
    await expect(createSchedule(toMinute(NOW + 600))).rejects.toThrow('scheduler down');
  });
});

describe('sendDue()', () => {
  it.each([
    ['four seconds before a near second', 100, 96],
    ['at once for a second that is about to come', 3, 0],
    ['at once for a second that has passed', -50, 0],
    ['at once for a far second, whose minute needs a schedule', 3600, 0],
  ])('sends a message that arrives %s', async (_when, aheadS, DelaySeconds) => {
    await sendDue({ at: NOW + aheadS });
    expect(sqs.commandCalls(SendMessageCommand).map(call => call.args[0].input)).toEqual([
      {
        QueueUrl: 'https://sqs.us-east-1.amazonaws.com/1/due',
        MessageBody: JSON.stringify({ at: NOW + aheadS }),
        DelaySeconds,
      },
    ]);
  });

  it('never exceeds the longest delay of SQS, fifteen minutes', async () => {
    for (let aheadS = 0; aheadS < 1200; aheadS += 7) await sendDue({ at: NOW + aheadS });
    const delays = sqs.commandCalls(SendMessageCommand).map(call => call.args[0].input.DelaySeconds ?? 0);
    expect(Math.max(...delays)).toBeGreaterThan(200);
    expect(Math.max(...delays)).toBeLessThanOrEqual(900);
  });
});

it('isNear() is true from a minute before the schedule of the minute could invoke the publisher', () => {
  const minute = toMinute(NOW + 3600);
  for (const second of [minute, minute + 59]) {
    stopClockAt((minute - 241) * 1000);
    expect(isNear(second)).toBe(false);
    stopClockAt((minute - 240) * 1000);
    expect(isNear(second)).toBe(true);
  }
});
