import { nowTs } from '../../../platform/core/clock.ts';
import { MINUTE_S } from '../../../platform/core/durations.ts';
import { makePosition } from '../../../platform/values/position.ts';
import { toMinute } from '../../../platform/schedule/times.ts';
import { publishAll, readDueEntries, waitUntil, type DueEntry, type Published } from './publish-due.ts';
import { readTaken } from './taken-minutes.ts';

const BATCH_SIZE = 500;
/** A publisher that has a message for the second begins at once. What it has not published by then, the sweep publishes. */
const GRACE_S = 1;
/** The rule invokes the sweep each minute, sometimes a moment later. */
const HORIZON_S = MINUTE_S + 5;

/**
 * Publishes overdue posts, and those due before the next sweep whose minute no publisher has taken: their schedule is lost or late, or
 * they were scheduled only just now. It waits for their second in this invocation and creates no schedules or messages, so no post
 * depends on EventBridge Scheduler or SQS.
 * @param mayGoOn returns false when the invocation must end; the next sweep then finds the rest
 */
export async function sweepSchedules(mayGoOn = () => true): Promise<Published> {
  const now = nowTs();
  const due = await readDueEntries([makePosition(0, 0), makePosition(now + HORIZON_S, 0)], BATCH_SIZE);
  const swept = await publishAll(due.filter(({ at }) => at <= now - GRACE_S));
  for (const [at, entries] of await findUntaken(due.filter(({ at }) => at > now - GRACE_S))) {
    await waitUntil(at + GRACE_S, mayGoOn);
    if (!mayGoOn()) break;
    const { published, latestS, failed } = await publishAll(entries);
    swept.published += published;
    swept.latestS = Math.max(swept.latestS, latestS);
    swept.failed += failed;
  }
  return swept;
}

/** The posts of minutes that no publisher has taken, by their second. */
async function findUntaken(due: readonly DueEntry[]): Promise<Map<number, DueEntry[]>> {
  const seconds = new Map<number, DueEntry[]>();
  if (due.length === 0) return seconds;
  const taken = await readTaken([...new Set(due.map(({ at }) => toMinute(at)))]);
  for (const entry of due.filter(({ at }) => !taken.has(toMinute(at))))
    seconds.set(entry.at, [...(seconds.get(entry.at) ?? []), entry]);
  return seconds;
}
