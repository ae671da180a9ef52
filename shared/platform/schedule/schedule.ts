import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { nowTs } from '../core/clock.ts';
import { environment } from '../core/environment.ts';
import { logSlowCalls } from '../log/slow-calls.ts';
import { SCHEDULE_AHEAD_S } from './times.ts';

let client: SchedulerClient | undefined;

/** One client per process, created at first use. */
export function scheduler(): SchedulerClient {
  client ??= logSlowCalls(new SchedulerClient({ maxAttempts: 3 }));
  return client;
}

/** EventBridge Scheduler refuses times that have passed when the call arrives. */
const MIN_DELAY_S = 2;
/** An older event is not retried: the sweep takes over the minute. */
const MAX_EVENT_AGE_S = 300;

/**
 * Creates the schedule of a minute, which all posts of the minute share; an existing one is success. It stays when its posts are
 * unscheduled: the publisher then finds nothing.
 * @param minute the first second of the minute
 */
export async function createSchedule(minute: number): Promise<void> {
  const { SCHEDULE_GROUP, SCHEDULE_ROLE_ARN, SCHEDULE_FAILURES_ARN, PUBLISHER_ARN } = environment();
  const invokesAt = Math.max(minute - SCHEDULE_AHEAD_S, nowTs() + MIN_DELAY_S);
  const command = new CreateScheduleCommand({
    Name: `due-${minute}`,
    GroupName: SCHEDULE_GROUP,
    ScheduleExpression: `at(${new Date(invokesAt * 1000).toISOString().slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: PUBLISHER_ARN,
      RoleArn: SCHEDULE_ROLE_ARN,
      Input: JSON.stringify({ minute }),
      RetryPolicy: { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: MAX_EVENT_AGE_S },
      DeadLetterConfig: { Arn: SCHEDULE_FAILURES_ARN },
    },
  });
  try {
    await scheduler().send(command);
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
}
