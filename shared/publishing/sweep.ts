import { nowTs } from '../core/clock.ts';
import { logError } from '../core/log.ts';
import { idAt, positionOf, timestampAt } from '../core/position.ts';
import { TIMELINE } from '../posts/timelines.ts';
import { setAlarm } from '../schedule/schedule.ts';
import { queryItems } from '../store/table.ts';
import { publishDue } from './schedule.ts';

const BATCH_SIZE = 500;
const MAX_CONCURRENT = 10;
/** Alarms that fall due before the next but one sweep are set again: a set one is a conflict, a lost one is replaced. */
const AHEAD_S = 180;

export interface Swept {
  published: number;
  /** Of the latest one, in seconds. */
  latestS: number;
  armed: number;
  /** Overdue, and still not published. */
  failed: number;
}

/** Publishes what is overdue and sets the alarms that should soon ring: whatever was lost on the way ends here. */
export async function sweepSchedules(): Promise<Swept> {
  const now = nowTs();
  const entries = await queryItems({
    pk: `T#${TIMELINE.due}`,
    between: [positionOf(0, 0), positionOf(now + AHEAD_S, 0)],
    limit: BATCH_SIZE,
    consistent: true,
  });
  const due = entries.map(entry => ({ id: idAt(String(entry.sk)), at: timestampAt(String(entry.sk)) }));
  const swept = { published: 0, latestS: 0, armed: 0, failed: 0 };
  for (let start = 0; start < due.length; start += MAX_CONCURRENT) {
    await Promise.all(due.slice(start, start + MAX_CONCURRENT).map(one => sweepOne(one, now, swept)));
  }
  return swept;
}

/** One post's failure must not keep the others waiting. */
async function sweepOne({ id, at }: { id: number; at: number }, now: number, swept: Swept): Promise<void> {
  if (at > now) {
    await setAlarm(id, at);
    swept.armed++;
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
