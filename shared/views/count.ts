import { viewsKey } from '../posts/record.ts';
import { addToCount } from '../store/counter.ts';
import { nowTs } from '../core/clock.ts';
import { bucketKey, dayOf, daySpan, expiryOf, hourAt, hourSpan, noteKey } from './record.ts';

/** The hour that this process has noted. */
let noted: number | undefined;

/** Counts views of a post that exists. */
export async function countViews(postId: number, count: number, now = nowTs()): Promise<void> {
  const hour = hourAt(now);
  await note(hour);
  await Promise.all([
    addToCount(viewsKey(postId), count),
    addToCount(bucketKey(hour, postId), count, expiryOf(hour)),
  ]);
}

/** Once per process and hour; what is added is how many processes did it. */
async function note(hour: number): Promise<void> {
  if (noted === hour) return;
  const spans = [hourSpan(hour), daySpan(dayOf(hour))];
  await Promise.all(spans.map(span => addToCount(noteKey(span), 1, expiryOf(hour))));
  noted = hour;
}
