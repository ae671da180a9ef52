import { nowTs } from '../core/clock.ts';
import { logError } from '../core/log.ts';
import { idAt, positionOf, timestampAt } from '../core/position.ts';
import { TIMELINE } from '../posts/timelines.ts';
import { createSchedule } from '../schedule/schedule.ts';
import { queryItems } from '../store/table.ts';
import { publishDue } from './schedule.ts';

const BATCH_SIZE = 500;
const MAX_CONCURRENT = 10;
/** Schedules of the next three minutes are created again: an existing one is a conflict to ignore, a lost one is replaced. */
const LOOKAHEAD_S = 180;

export interface Swept {
  published: number;
  /** How late the latest one was published. */
  latestS: number;
  /** Posts that are due soon, whose schedule was created again. */
  scheduled: number;
  /** Overdue posts that could not be published. */
  failed: number;
}

/** Publishes overdue posts and creates schedules that may be missing, so no post depends on EventBridge Scheduler alone. */
export async function sweepSchedules(): Promise<Swept> {
  const now = nowTs();
  const entries = await queryItems({
    pk: `T#${TIMELINE.due}`,
    between: [positionOf(0, 0), positionOf(now + LOOKAHEAD_S, 0)],
    limit: BATCH_SIZE,
    consistent: true,
  });
  const due = entries.map(entry => ({ id: idAt(String(entry.sk)), at: timestampAt(String(entry.sk)) }));
  const swept = { published: 0, latestS: 0, scheduled: 0, failed: 0 };
  for (let start = 0; start < due.length; start += MAX_CONCURRENT) {
    await Promise.all(due.slice(start, start + MAX_CONCURRENT).map(one => sweepOne(one, now, swept)));
  }
  return swept;
}

/** Catches a post's failure, so that the other posts are published. */
async function sweepOne({ id, at }: { id: number; at: number }, now: number, swept: Swept): Promise<void> {
  if (at > now) {
    await createSchedule(id, at);
    swept.scheduled++;
    return;
  }
  try {
    const late = await publishDue(id);
    if (late === null) return;
    swept.published++;
    swept.latestS = Math.max(swept.latestS, late);
  } catch (error) {
    swept.failed++;
    logError('overdue post not published', error, { id });
  }
}
