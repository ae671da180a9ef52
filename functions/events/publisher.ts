import * as v from 'valibot';
import { nowMs, sleep } from '../../shared/core/clock.ts';
import { logInfo } from '../../shared/core/log.ts';
import { writeMetrics } from '../../shared/core/metrics.ts';
import { publishDue } from '../../shared/publishing/schedule.ts';

/** A schedule invokes the publisher up to a minute early. An event that is earlier than this matches no planned publication. */
const MAX_WAIT_MS = 120_000;

const ScheduledEvent = v.object({ id: v.number(), scheduled_at: v.number() });

/** Invoked by EventBridge Scheduler up to a minute early. It waits for the second, then publishes the post if it is still due. */
export async function handler(event: unknown): Promise<void> {
  const { id, scheduled_at } = v.parse(ScheduledEvent, event);
  if (scheduled_at * 1000 - nowMs() > MAX_WAIT_MS) return;
  // A timer may fire a millisecond early, when the post is not due yet.
  while (nowMs() < scheduled_at * 1000) await sleep(scheduled_at * 1000 - nowMs());
  const late = await publishDue(id);
  if (late !== null) writeMetrics({ PublishLateness: late });
  logInfo('schedule invoked', { id, scheduled_at, published: late !== null, lateS: late });
}
