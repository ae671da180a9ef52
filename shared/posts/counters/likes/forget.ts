import * as v from 'valibot';
import { nowMs } from '../../../platform/core/clock.ts';
import { idAt, timestampAt, type Position } from '../../../platform/values/position.ts';
import { FORGET_LIKES, outboxItem, type OutboxItem } from '../../../platform/store/outbox/outbox-item.ts';
import { entryKey, readPage } from '../../../platform/store/timeline.ts';
import { Transaction } from '../../../platform/store/transaction.ts';
import { toLike, likesTimeline } from './like.ts';

/**
 * The job that follows the purge of a post: deletes its likes in batches from the front of its timeline, each like with its entry in one
 * transaction. So it may be interrupted anywhere, and what is left in the timeline is what remains to do. No like is added during the
 * job: the post is deleted.
 */

/** A like takes two of a transaction's hundred actions. */
const BATCH_SIZE = 50;
const MAX_CONCURRENT = 8;

const Forgetting = v.object({ post_id: v.number() });

export function createForgetJob(postId: number): OutboxItem {
  return outboxItem(FORGET_LIKES, { post_id: postId }, 0);
}

/** @returns the job again when likes are left at `until` (milliseconds since 1970) */
export async function forgetLikes(job: unknown, until: number): Promise<unknown> {
  const { post_id: postId } = v.parse(Forgetting, job);
  for (;;) {
    const limit = BATCH_SIZE * MAX_CONCURRENT;
    const page = await readPage({
      timelines: [likesTimeline(postId)],
      offset: 0,
      limit,
      consistent: true,
    });
    await Promise.all(
      Array.from({ length: MAX_CONCURRENT }, (_, index) =>
        deleteLikes(postId, page.positions.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE)),
      ),
    );
    if (page.next === undefined) return undefined;
    if (nowMs() > until) return job;
  }
}

async function deleteLikes(postId: number, positions: readonly Position[]): Promise<void> {
  if (positions.length === 0) return;
  const transaction = new Transaction();
  for (const position of positions) {
    const { key, timeline, id } = toLike(postId, idAt(position));
    transaction.delete(key).delete(entryKey({ timeline, ts: timestampAt(position), id }));
  }
  await transaction.commit();
}
