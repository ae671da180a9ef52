import * as v from 'valibot';
import { outboxItem, type OutboxItem } from '../store/outbox.ts';
import type { PostRecord } from './record.ts';

/**
 * Publishing or removing a scheduled draft by hand leaves its alarm in the scheduler. Ringing, it would change nothing; it is
 * taken away by the worker, so that editing needs neither the scheduler's client nor its permission.
 */
export const CANCELLATION = 'posts.cancel-alarm';

const Cancellation = v.object({ id: v.number(), at: v.number() });

export const cancellationOf = ({ id, scheduled_at: at }: PostRecord, next: PostRecord): OutboxItem[] =>
  at === null || next.scheduled_at === at ? [] : [outboxItem(CANCELLATION, { id, at }, 0)];

export async function cancel(job: unknown): Promise<undefined> {
  const { id, at } = v.parse(Cancellation, job);
  const { cancelAlarm } = await import('../schedule/alarm.ts');
  await cancelAlarm(id, at);
}
