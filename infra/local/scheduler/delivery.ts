import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { arnOf, type Schedule } from './schedule.ts';

/** What a schedule calls: the target's ARN and the text it is given. */
export type Invoke = (target: { arn: string; input: string }) => Promise<void>;

export interface DeliveryOptions {
  invoke: Invoke;
  now: () => number;
  /** Wait before the first retry; each further one waits twice as long. */
  backoffMs: number;
  /** Aborted when the stand-in closes: no further attempt is made. */
  signal: AbortSignal;
}

// AWS's default of 185 attempts within a day would only hide a broken target from whoever develops locally.
const DEFAULT_RETRIES = 3;
const DEFAULT_MAX_AGE_S = 86_400;
const LONGEST_BACKOFF_MS = 60_000;

/** Stands for what EventBridge Scheduler sends where the schedule has no input of its own. */
const notification = (scheduleArn: string, time: string, id: string) =>
  JSON.stringify({
    version: '0',
    id,
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: '000000000000',
    time,
    region: 'us-east-1',
    resources: [scheduleArn],
    detail: '{}',
  });

function inputOf(schedule: Schedule, dueMs: number, executionId: string, attempt: number): string {
  const scheduleArn = arnOf(schedule.definition);
  const time = new Date(dueMs).toISOString().replace('.000Z', 'Z');
  return (schedule.definition.Target.Input ?? notification(scheduleArn, time, executionId))
    .replaceAll('<aws.scheduler.schedule-arn>', scheduleArn)
    .replaceAll('<aws.scheduler.scheduled-time>', time)
    .replaceAll('<aws.scheduler.execution-id>', executionId)
    .replaceAll('<aws.scheduler.attempt-number>', String(attempt));
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined);

/**
 * Invokes the target until it succeeds, or the attempts or the age of the schedule's RetryPolicy are used up.
 * Resolves either way, to `interrupted` when closing cut the attempts short.
 */
export async function deliver(
  schedule: Schedule,
  dueMs: number,
  { invoke, now, backoffMs, signal }: DeliveryOptions,
): Promise<'done' | 'interrupted'> {
  const { Arn, RetryPolicy = {} } = schedule.definition.Target;
  const retries = RetryPolicy.MaximumRetryAttempts ?? DEFAULT_RETRIES;
  const lastMs = now() + (RetryPolicy.MaximumEventAgeInSeconds ?? DEFAULT_MAX_AGE_S) * 1000;
  const executionId = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) return 'interrupted';
    try {
      await invoke({ arn: Arn, input: inputOf(schedule, dueMs, executionId, attempt) });
      return 'done';
    } catch (error) {
      if (attempt > retries || now() > lastMs) {
        console.error(`Schedule ${arnOf(schedule.definition)}: gave up after ${attempt} attempts.`, error);
        return 'done';
      }
    }
    await pause(Math.min(backoffMs * 2 ** (attempt - 1), LONGEST_BACKOFF_MS), signal);
  }
}
