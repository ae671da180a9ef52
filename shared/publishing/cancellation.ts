import * as v from 'valibot';
import { postKey, PostRecord } from '../posts/record.ts';
import { deleteSchedule } from '../schedule/schedule.ts';
import { CANCELLATION, outboxItem, type OutboxItem } from '../store/outbox-item.ts';
import { parseRecord } from '../store/record.ts';
import { getItem } from '../store/table.ts';

/**
 * Publishing or removing a scheduled draft by hand leaves its schedule in EventBridge Scheduler, where it would invoke the
 * publisher without effect. A job deletes it, so that editing needs neither the scheduler's client nor its permission. The job
 * keeps the schedule of a post that is planned for the same second again: schedules are named by post and time.
 */

const Cancellation = v.object({ id: v.number(), at: v.number() });

export function cancellationOf({ id, scheduled_at: at }: PostRecord, next: PostRecord): OutboxItem[] {
  return at === null || next.scheduled_at === at ? [] : [outboxItem(CANCELLATION, { id, at }, 0)];
}

export async function deleteStaleSchedule(job: unknown): Promise<undefined> {
  const { id, at } = v.parse(Cancellation, job);
  const item = await getItem(postKey(id), true);
  if (item && parseRecord(PostRecord, item).value.scheduled_at === at) return;
  await deleteSchedule(id, at);
}
