import { mapWithConcurrency } from '../../../platform/core/concurrency.ts';
import { nowTs } from '../../../platform/core/clock.ts';
import { logError } from '../../../platform/log/log.ts';
import { site } from '../../../platform/site/site.ts';
import { idAt, makePosition, type Position } from '../../../platform/values/position.ts';
import { hasVersion, type Condition } from '../../../platform/store/condition.ts';
import { toItem } from '../../../platform/store/outbox/outbox-item.ts';
import { Contention, retryContended } from '../../../platform/store/retry.ts';
import { queryItems, type Key } from '../../../platform/store/table.ts';
import { Transaction } from '../../../platform/store/transaction.ts';
import { Posts } from '../../record/posts.ts';
import { postKey } from '../../record/record.ts';
import {
  readMark,
  revisionContentKey,
  revisionKey,
  thinningKey,
  type RevisionMark,
} from '../../revisions/record.ts';
import { planThinning, type Thinning } from '../../revisions/thinning.ts';
import { makeThinningKey } from '../../revisions/write.ts';
import { createCleanupJob } from '../cleanup.ts';

/**
 * Thins out the revisions of the posts whose marks are due (posts/revisions/record.ts, thinning.ts). The first change of a post on a day puts a mark
 * for the day after the next; a thinned post gets one for the day on which there is something to drop again, and a purged one
 * loses all its revisions. Marks are moved last and every step repeats harmlessly, so a crash leaves the rest to the next sweep.
 */
const BATCH_SIZE = 100;
const MAX_CONCURRENT = 8;
/** A revision and its content are two of a transaction's hundred actions. */
const MAX_DROPPED = 45;

/** @returns how many posts were thinned */
export async function thinRevisions(mayGoOn = () => true, now = nowTs()): Promise<number> {
  const due = await queryItems({
    pk: thinningKey.pk,
    between: [makePosition(0, 0), makePosition(now, 0)],
    limit: BATCH_SIZE,
    consistent: true,
  });
  let count = 0;
  await mapWithConcurrency(due, MAX_CONCURRENT, async ({ sk }) => {
    if (mayGoOn() && (await tryPost(String(sk), now))) count++;
  });
  return count;
}

/** Catches a post's failure, so that the others are thinned. */
async function tryPost(position: Position, now: number): Promise<boolean> {
  try {
    await retryContended(() => thinPost(position, now));
    return true;
  } catch (error) {
    logError('revisions not thinned', error, { id: idAt(position) });
    return false;
  }
}

/** @throws Contention when the post is written at the same time */
async function thinPost(position: Position, now: number): Promise<void> {
  const id = idAt(position);
  // Read before the revisions: one that is put later raises the version.
  const post = await Posts.find(id, { consistent: true });
  const items = await queryItems({ pk: revisionKey.partition(id), consistent: true });
  const revisions = items.map(readMark);
  const { dropped, next } = post
    ? planThinning(revisions, now, site().limits.revisionDays)
    : dropAll(revisions);
  const unchanged = post ? hasVersion(post.version) : isGone;
  await deleteRevisions(id, pairWithContents(id, revisions, dropped), unchanged);
  const transaction = new Transaction().delete(thinningKey(position));
  if (next !== Infinity) transaction.put(makeThinningKey(id, next));
  await transaction.commit();
}

function dropAll(dropped: RevisionMark[]): Thinning {
  return { dropped, next: Infinity };
}

const isGone: Condition = {
  expression: 'attribute_not_exists(pk)',
  otherwise: () => new Contention('The post exists again'),
};

/** The keys to delete in one transaction. */
interface Dropped {
  revision: Key;
  /** A content is deleted with the last revision that names it. */
  content: Key | undefined;
}

function pairWithContents(
  id: number,
  revisions: readonly RevisionMark[],
  dropped: readonly RevisionMark[],
): Dropped[] {
  const left = new Map<string, number>();
  for (const { content } of revisions) left.set(content, (left.get(content) ?? 0) + 1);
  return dropped.map(({ version, content }) => {
    const others = (left.get(content) ?? 0) - 1;
    left.set(content, others);
    return {
      revision: revisionKey(id, version),
      content: others === 0 ? revisionContentKey(id, content) : undefined,
    };
  });
}

async function deleteRevisions(id: number, dropped: readonly Dropped[], unchanged: Condition): Promise<void> {
  for (let start = 0; start < dropped.length; start += MAX_DROPPED) {
    const transaction = new Transaction().check(postKey(id), unchanged);
    const part = dropped.slice(start, start + MAX_DROPPED);
    for (const { revision } of part) transaction.delete(revision);
    const contents = part.flatMap(({ content }) => content ?? []);
    for (const content of contents) transaction.delete(content);
    if (contents.length > 0) transaction.put(toItem(createCleanupJob(id)));
    await transaction.commit();
  }
}
