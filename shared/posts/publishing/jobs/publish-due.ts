import { nowMs, nowTs, sleep } from '../../../platform/core/clock.ts';
import { mapWithConcurrency } from '../../../platform/core/concurrency.ts';
import { logError } from '../../../platform/log/log.ts';
import { idAt, timestampAt, type Position } from '../../../platform/values/position.ts';
import type { Post } from '../../record/post.ts';
import { readPosts } from '../../record/read.ts';
import { TIMELINE } from '../../record/timelines.ts';
import { queryItems } from '../../../platform/store/table.ts';
import { changePost } from '../change.ts';
import { asPublishedOnTime } from '../lifecycle.ts';
import { recomputeSections } from '../membership.ts';
import { applyDue } from '../staging/apply-due.ts';

const MAX_CONCURRENT = 25;

export interface DueEntry {
  id: number;
  /** Whether it is not the post that is due, but its staged change. */
  isStaged?: boolean;
  at: number;
  position: Position;
}

export interface Published {
  published: number;
  /** How late the latest one was published, in seconds. */
  latestS: number;
  /** Posts that could not be published. */
  failed: number;
}

/** The scheduled posts, and staged changes that are planned, between two positions, earliest first. */
export async function readDueEntries(
  range: readonly [Position, Position],
  limit?: number,
): Promise<DueEntry[]> {
  const read = async (timeline: string, isStaged: boolean): Promise<DueEntry[]> => {
    const options = { between: range, consistent: true, ...(limit !== undefined && { limit }) };
    const items = await queryItems({ pk: `T#${timeline}`, ...options });
    return items.map(({ sk }) => {
      const position = String(sk);
      return { id: idAt(position), at: timestampAt(position), position, isStaged };
    });
  };
  const [posts, changes] = await Promise.all([read(TIMELINE.due, false), read(TIMELINE.stagedDue, true)]);
  if (changes.length === 0) return posts;
  const all = [...posts, ...changes].sort((one, other) => (one.position < other.position ? -1 : 1));
  return all.slice(0, limit);
}

/**
 * Publishes due posts side by side, in random order: two invocations with the same posts then seldom try the same one at the same time,
 * and each does about half of the work. In two orders that differ only in their start, the faster invocation would catch up with the
 * other and compete for all posts that are left. A failure is logged and does not stop the others.
 */
export async function publishAll(due: readonly Pick<DueEntry, 'id' | 'isStaged'>[]): Promise<Published> {
  const result = { published: 0, latestS: 0, failed: 0 };
  await mapWithConcurrency(shuffle(due), MAX_CONCURRENT, async ({ id, isStaged }) => {
    try {
      const delayS = await (isStaged ? applyDue(id) : publishDue(id));
      if (delayS === null) return;
      result.published++;
      result.latestS = Math.max(result.latestS, delayS);
    } catch (error) {
      result.failed++;
      logError('due post not published', error, { id, isStaged });
    }
  });
  return result;
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map(item => ({ item, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

/**
 * Publishes a post that is due, and changes no other: early, repeated and stale invocations find a record that is not due. Of two
 * simultaneous invocations one commits under the record's version, and the other then reads a published post.
 * @returns how many seconds late it is, or null when there was nothing to publish
 */
export async function publishDue(id: number, now: () => number = nowTs): Promise<number | null> {
  const post = await changePost<Post | null>({
    transition: { family: 'drafts', action: 'draft_publish' },
    read: async () => {
      const [current] = await readPosts([id], { content: false, stats: false, consistent: true });
      return current ?? null;
    },
    compose: (current, directory) => {
      if (!current) return undefined;
      const { status, scheduled_at } = current.value;
      if (status !== 'scheduled' || scheduled_at === null || scheduled_at > now()) return undefined;
      return { next: asPublishedOnTime(recomputeSections(current.value, directory), now()) };
    },
    mayLackPath: true,
  });
  return post ? now() - post.value.created_ts : null;
}

/** Waits for a time in Unix seconds, in short steps, so that it ends soon after `mayGoOn` returns false. */
export async function waitUntil(ts: number, mayGoOn = () => true): Promise<void> {
  // A timer may fire a millisecond early, when the posts are not due yet.
  while (nowMs() < ts * 1000 && mayGoOn()) await sleep(Math.min(ts * 1000 - nowMs(), 1000));
}
