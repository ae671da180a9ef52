import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { nowTs } from '../core/clock.ts';
import { environment } from '../core/environment.ts';
import { logError } from '../core/log.ts';

let client: SchedulerClient | undefined;

/** One client per process, created at first use. */
export function scheduler(): SchedulerClient {
  client ??= new SchedulerClient({ maxAttempts: 3 });
  return client;
}

/** EventBridge Scheduler is exact to the minute, so it invokes the publisher a minute early, which waits for the second. */
const INVOKED_AHEAD_S = 60;
/** EventBridge Scheduler refuses times that have passed when the call arrives. */
const MIN_DELAY_S = 2;
/** An older event is not retried: the sweep has published the post by then. */
const MAX_EVENT_AGE_S = 300;

/** The name holds the planned time: creating a schedule twice is a conflict to ignore, and each time has its own schedule. */
function nameOf(id: number, at: number): string {
  return `post-${id}-${at}`;
}

function expressionOf(at: number): string {
  const invokesAt = Math.max(at - INVOKED_AHEAD_S, nowTs() + MIN_DELAY_S);
  return `at(${new Date(invokesAt * 1000).toISOString().slice(0, 19)})`;
}

/** Creates the schedule of a scheduled draft. A failure is logged, not thrown: the sweep creates missing schedules. */
export async function createSchedule(id: number, at: number): Promise<void> {
  const { SCHEDULE_GROUP, SCHEDULE_ROLE_ARN, SCHEDULE_FAILURES_ARN, PUBLISHER_ARN } = environment();
  const command = new CreateScheduleCommand({
    Name: nameOf(id, at),
    GroupName: SCHEDULE_GROUP,
    ScheduleExpression: expressionOf(at),
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: PUBLISHER_ARN,
      RoleArn: SCHEDULE_ROLE_ARN,
      Input: JSON.stringify({ id, scheduled_at: at }),
      RetryPolicy: { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: MAX_EVENT_AGE_S },
      DeadLetterConfig: { Arn: SCHEDULE_FAILURES_ARN },
    },
  });
  await attempt('schedule not created', id, scheduler().send(command), ConflictException);
}

/** Deletes a schedule. A failure is logged, not thrown: an invocation for a time that is no longer planned changes nothing. */
export async function deleteSchedule(id: number, at: number): Promise<void> {
  const command = new DeleteScheduleCommand({
    Name: nameOf(id, at),
    GroupName: environment().SCHEDULE_GROUP,
  });
  await attempt('schedule not deleted', id, scheduler().send(command), ResourceNotFoundException);
}

async function attempt(
  failure: string,
  id: number,
  call: Promise<unknown>,
  harmless: typeof ConflictException | typeof ResourceNotFoundException,
): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof harmless)) logError(failure, error, { id });
  }
}
