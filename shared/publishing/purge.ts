import { nowTs } from '../core/clock.ts';
import { logError } from '../core/log.ts';
import { idAt, makePosition } from '../core/position.ts';
import { site } from '../core/site.ts';
import { createForgetJob } from '../likes/forget.ts';
import { contentKey, likesKey, postKey, PostRecord, viewsKey } from '../posts/record.ts';
import { toPostEntries, TIMELINE } from '../posts/timelines.ts';
import { toItem } from '../store/outbox-item.ts';
import { parseRecord } from '../store/record.ts';
import { getItem, queryItems } from '../store/table.ts';
import { entryKey } from '../store/timeline.ts';
import { hasVersion } from '../store/condition.ts';
import { Transaction } from '../store/transaction.ts';
import { createCleanupJob } from './cleanup.ts';

const DAY_S = 86_400;
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
  const item = await getItem(postKey(id), true);
  if (!item) return false;
  const { value, version } = parseRecord(PostRecord, item);
  if (value.status !== 'removed') return false;
  const transaction = new Transaction().delete(postKey(id), hasVersion(version));
  transaction
    .delete(contentKey(id))
    .delete(likesKey(id))
    .delete(viewsKey(id))
    .put(toItem(createCleanupJob(id)))
    .put(toItem(createForgetJob(id)));
  for (const entry of toPostEntries(value)) transaction.delete(entryKey(entry));
  await transaction.commit();
  return true;
}
