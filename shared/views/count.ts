import { viewsKey } from '../posts/record.ts';
import { addToCount } from '../store/counter.ts';
import { nowTs } from '../core/clock.ts';
import { bucketKey, dayOf, daySpan, expiryOf, hourAt, hourSpan, pendingKey } from './record.ts';

/** The hour that this process has marked as pending. */
let markedHour: number | undefined;

/** Counts views of a post, which must exist. */
export async function countViews(postId: number, count: number, now = nowTs()): Promise<void> {
  const hour = hourAt(now);
  await markPending(hour);
  await Promise.all([
    addToCount(viewsKey(postId), count),
    addToCount(bucketKey(hour, postId), count, expiryOf(hour)),
  ]);
}

/** Marks the hour and its day as having no roll-up yet, once per process and hour. */
async function markPending(hour: number): Promise<void> {
  if (markedHour === hour) return;
  const spans = [hourSpan(hour), daySpan(dayOf(hour))];
  await Promise.all(spans.map(span => addToCount(pendingKey(span), 1, expiryOf(hour))));
  markedHour = hour;
}
