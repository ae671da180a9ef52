import * as v from 'valibot';
import { postKey, PostRecord } from '../posts/record.ts';
import { cancelAlarm } from '../schedule/schedule.ts';
import { CANCELLATION } from '../store/job-kinds.ts';
import { outboxItem, type OutboxItem } from '../store/outbox.ts';
import { parseRecord } from '../store/record.ts';
import { getItem } from '../store/table.ts';

/**
 * Publishing or removing a scheduled draft by hand leaves its alarm in the scheduler. Ringing, it would change nothing; it is
 * taken away by the worker, so that editing needs neither the scheduler's client nor its permission. Not when the post has been
 * scheduled for the same second again meanwhile: alarms are named by post and time, and that one is then the new one.
 */

const Cancellation = v.object({ id: v.number(), at: v.number() });

export function cancellationOf({ id, scheduled_at: at }: PostRecord, next: PostRecord): OutboxItem[] {
  return at === null || next.scheduled_at === at ? [] : [outboxItem(CANCELLATION, { id, at }, 0)];
}

export async function cancel(job: unknown): Promise<undefined> {
  const { id, at } = v.parse(Cancellation, job);
  const item = await getItem(postKey(id), true);
  if (item && parseRecord(PostRecord, item).value.scheduled_at === at) return;
  await cancelAlarm(id, at);
}
