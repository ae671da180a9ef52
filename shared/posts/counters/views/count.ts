import { TimedCache } from '../../../platform/core/cache.ts';
import { nowTs } from '../../../platform/core/clock.ts';
import { logError } from '../../../platform/log/log.ts';
import { viewsKey } from '../../record/record.ts';
import { addToCount, addToNumbers } from '../../../platform/store/counter.ts';
import { keyText } from '../../../platform/store/table.ts';
import { HotPosts } from './hot-posts.ts';
import {
  bucketKey,
  toDay,
  daySpan,
  deferredName,
  computeExpiry,
  hourAt,
  hourSpan,
  pendingKey,
  randomShard,
} from './record.ts';
import { publishDeferred } from './totals.ts';

const hotPosts = new HotPosts();

/** How often a process publishes the deferred views of a bucket. */
export const PUBLISH_MS = 2_000;
/** The buckets whose deferred views this process has published in that time. */
const published = new TimedCache<string, true>(PUBLISH_MS);

/** Counts views of a post, which must exist. */
export async function countViews(postId: number, count: number, now = nowTs()): Promise<void> {
  const hour = hourAt(now);
  if (hotPosts.has(postId)) await deferViews(postId, count, hour);
  else await addViews(postId, count, hour);
}

async function addViews(postId: number, count: number, hour: number): Promise<void> {
  await mark(hour, [hourSpan(hour), daySpan(toDay(hour))]);
  const bucket = bucketKey(hour, randomShard(), postId);
  const [, { updates = 0 }] = await Promise.all([
    addToCount(viewsKey(postId), count),
    addToNumbers(bucket, { count, updates: 1 }, computeExpiry(hour)),
  ]);
  hotPosts.note(postId, keyText(bucket), updates);
}

/** Counts views of a hot post in a bucket, and publishes its deferred views in the total every two seconds (totals.ts). */
async function deferViews(postId: number, count: number, hour: number): Promise<void> {
  await mark(hour, [hourSpan(hour), daySpan(toDay(hour)), deferredName({ hour, postId })]);
  const shard = randomShard();
  const bucket = bucketKey(hour, shard, postId);
  const by = { count, updates: 1, deferred: count };
  const { updates = 0, deferred = 0 } = await addToNumbers(bucket, by, computeExpiry(hour));
  hotPosts.note(postId, keyText(bucket), updates);
  if (published.get(keyText(bucket))) return;
  published.set(keyText(bucket), true);
  try {
    await publishDeferred({ hour, postId }, shard, deferred);
  } catch (error) {
    // The views are counted, and the next publication includes them. The client must not repeat them.
    logError('total of views not updated', error, { id: postId });
  }
}

/** The hour in which this process counted last, and the marks that it has written for it. */
let markedHour: number | undefined;
const marked = new Set<string>();

/** Writes the marks of the hour that this process has not written yet. */
async function mark(hour: number, names: readonly string[]): Promise<void> {
  if (markedHour !== hour) marked.clear();
  markedHour = hour;
  const missing = names.filter(name => !marked.has(name));
  await Promise.all(missing.map(name => addToCount(pendingKey(name), 1, computeExpiry(hour))));
  for (const name of missing) marked.add(name);
}
