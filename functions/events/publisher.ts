import * as v from 'valibot';
import { nowMs, sleep } from '../../shared/core/clock.ts';
import { logInfo } from '../../shared/core/log.ts';
import { writeMetrics } from '../../shared/core/metrics.ts';
import { publishDue } from '../../shared/publishing/schedule.ts';

/** An alarm rings a minute early; one that is far too early belongs to nothing that is planned. */
const MAX_WAIT_MS = 120_000;

const Alarm = v.object({ id: v.number(), scheduled_at: v.number() });

/** Rung by the scheduler, up to a minute early: waits for the second, then publishes if the record still says so. */
export async function handler(event: unknown): Promise<void> {
  const { id, scheduled_at } = v.parse(Alarm, event);
  if (scheduled_at * 1000 - nowMs() > MAX_WAIT_MS) return;
  // A timer may end a millisecond early, and early is not due.
  while (nowMs() < scheduled_at * 1000) await sleep(scheduled_at * 1000 - nowMs());
  const late = await publishDue(id);
  if (late !== null) writeMetrics({ PublishLateness: late });
  logInfo('alarm', { id, scheduled_at, published: late !== null, lateS: late });
}
