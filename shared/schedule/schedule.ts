import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-scheduler';
import { nowTs } from '../core/clock.ts';
import { environment } from '../core/environment.ts';
import { logError } from '../core/log.ts';
import { scheduler } from './client.ts';

/** EventBridge Scheduler is exact to the minute: it rings one early, and the publisher waits for the second. */
const EARLY_S = 60;
/** Scheduler refuses times that have passed when the call arrives. */
const SOONEST_S = 2;
/** Later than this, the sweep has published it. */
const RING_FOR_S = 300;

/** The name holds the planned time, so that setting one again is a conflict to be ignored and a stale one is known as such. */
function nameOf(id: number, at: number): string {
  return `post-${id}-${at}`;
}

function expressionOf(at: number): string {
  const rings = Math.max(at - EARLY_S, nowTs() + SOONEST_S);
  return `at(${new Date(rings * 1000).toISOString().slice(0, 19)})`;
}

/** Sets the alarm of a scheduled draft. That it fails is not the request's failure: the sweep sets what is missing. */
export async function setAlarm(id: number, at: number): Promise<void> {
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
      RetryPolicy: { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: RING_FOR_S },
      DeadLetterConfig: { Arn: SCHEDULE_FAILURES_ARN },
    },
  });
  await attempt('alarm not set', id, scheduler().send(command), ConflictException);
}

/** Takes an alarm away; one that rings nevertheless changes nothing. */
export async function cancelAlarm(id: number, at: number): Promise<void> {
  const command = new DeleteScheduleCommand({
    Name: nameOf(id, at),
    GroupName: environment().SCHEDULE_GROUP,
  });
  await attempt('alarm not cancelled', id, scheduler().send(command), ResourceNotFoundException);
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
