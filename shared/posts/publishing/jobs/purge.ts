import { nowTs } from '../../../platform/core/clock.ts';
import { DAY_S } from '../../../platform/core/durations.ts';
import { logError } from '../../../platform/log/log.ts';
import { idAt, makePosition } from '../../../platform/values/position.ts';
import { site } from '../../../platform/site/site.ts';
import { putPurge } from '../../changes/post-change.ts';
import { createForgetJob } from '../../counters/likes/forget.ts';
import { createUnpublishedJob } from '../../search/jobs.ts';
import { Posts } from '../../record/posts.ts';
import { contentKey, likesKey, viewsKey } from '../../record/record.ts';
import { thinningKey } from '../../revisions/record.ts';
import { createPurgeJob } from '../../uses/jobs.ts';
import { TIMELINE } from '../../record/timelines.ts';
import { recordAction } from '../../../platform/store/audit/record.ts';
import { OUTBOX_PARTITION, toItem } from '../../../platform/store/outbox/outbox-item.ts';
import { applyChange, diffRecords } from '../../../platform/store/records/overflow.ts';
import { deleteRecord } from '../../../platform/store/records/write-entity.ts';
import { queryItems } from '../../../platform/store/table.ts';
import { Transaction } from '../../../platform/store/transaction.ts';
import { createCleanupJob } from '../cleanup.ts';

const BATCH_SIZE = 100;

/** Deletes posts that were removed longer ago than the site's retention period. @returns how many */
export async function purgeRemoved(now = nowTs()): Promise<number> {
  const until = makePosition(now - site().limits.removedRetentionDays * DAY_S, 0);
  const due = await queryItems({
    pk: `T#${TIMELINE.purge}`,
    between: [makePosition(0, 0), until],
    limit: BATCH_SIZE,
    consistent: true,
  });
  const outcomes = [];
  for (const entry of due) outcomes.push(await purge(idAt(String(entry.sk))));
  return outcomes.filter(purged => purged).length;
}

/** Catches a post's failure, for example by a simultaneous restore, so that the other posts are purged. */
async function purge(id: number): Promise<boolean> {
  try {
    return await deletePost(id);
  } catch (error) {
    logError('removed post not purged', error, { id });
    return false;
  }
}

async function deletePost(id: number): Promise<boolean> {
  const post = await Posts.find(id, { consistent: true });
  if (post?.value.status !== 'removed') return false;
  const transaction = new Transaction();
  await deleteRecord(Posts, transaction, post);
  recordAction(transaction, { action: 'post.purge', id });
  transaction
    .delete(contentKey(id))
    .delete(likesKey(id))
    .delete(viewsKey(id))
    .put(toItem(createCleanupJob(id)))
    .put(thinningKey(makePosition(0, id)))
    .put(toItem(createForgetJob(id)))
    .put(toItem(createUnpublishedJob(id, OUTBOX_PARTITION)))
    .put(toItem(createPurgeJob(id)));
  putPurge(transaction, post);
  for (const change of diffRecords(Posts, post.value, undefined)) applyChange(transaction, change);
  await transaction.commit();
  return true;
}
