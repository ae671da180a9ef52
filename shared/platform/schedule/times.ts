import { nowTs } from '../core/clock.ts';
import { MINUTE_S } from '../core/durations.ts';

/** A message of the queue arrives this long before its second, so that the publisher has started when the second comes. */
export const LEAD_S = 4;
/** The schedule of a minute is set this long before the minute; EventBridge Scheduler invokes the publisher within a minute of it. */
export const SCHEDULE_AHEAD_S = 180;
/** The time within which a schedule is created after the decision to create it. */
const MARGIN_S = 60;

/** The first second of the minute in which `at` lies. */
export function toMinute(at: number): number {
  return at - (at % MINUTE_S);
}

/** Whether the schedule of the minute may have invoked the publisher already, so that the second needs a message of its own. */
export function isNear(at: number): boolean {
  return toMinute(at) - SCHEDULE_AHEAD_S - MARGIN_S <= nowTs();
}
