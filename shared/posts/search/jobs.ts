import { DAY_S } from '../../platform/core/durations.ts';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { nowMs, nowTs } from '../../platform/core/clock.ts';
import type { PostRecord } from '../record/record.ts';
import { TIMELINE } from '../record/timelines.ts';
import {
  backlogPartition,
  INDEX_POST,
  INDEX_UNPUBLISHED,
  OUTBOX_PARTITION,
  outboxItem,
  toItem,
  type OutboxItem,
} from '../../platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { readPage } from '../../platform/store/timeline.ts';
import { SEARCHED_FIELDS } from './fields.ts';
import { indexPosts } from './index-posts.ts';
import { UNPUBLISHED } from './note.ts';
import { isFoundBySweep } from './unpublished.ts';

/** A new post that is older is archive material: it was published before, by another system. */
const MAX_NEWS_AGE_S = DAY_S;

/** A write of a post, as far as the index job depends on it. */
interface Write {
  hasNewContent: boolean;
  /** Whether an import writes the post. */
  isImport: boolean;
}

/**
 * The index job to put with a write of a post; none when its searchable texts are unchanged, and none of a draft that was updated just now:
 * the sweep indexes it (unpublished.ts). An autosave puts none either: the end of its series does.
 */
export function createIndexJobs(
  current: PostRecord | null,
  next: PostRecord,
  { hasNewContent, isImport }: Write,
): OutboxItem[] {
  if (next.made?.series) return [];
  const [was, is] = [current?.status === 'published', next.status === 'published'];
  const isSame = !hasNewContent && isDeepStrictEqual(searchedValues(current), searchedValues(next));
  if (was === is && (isSame || (!is && isFoundBySweep(next)))) return [];
  if (!was && !is) return [createUnpublishedJob(next.id)];
  const isArchive = current === null && next.created_ts < nowTs() - MAX_NEWS_AGE_S;
  const partition = isImport || isArchive ? backlogPartition(next.id) : OUTBOX_PARTITION;
  const moves = current !== null && current.status !== next.status;
  return [outboxItem(INDEX_POST, { id: next.id, ...(moves && { moves }) }, 0, partition)];
}

/** A job for the index of posts that are not published. By default it waits for those of posts that are. */
export function createUnpublishedJob(id: number, partition = backlogPartition(id)): OutboxItem {
  return outboxItem(INDEX_UNPUBLISHED, { id }, 0, partition);
}

/** What an index holds of a post apart from its body. */
function searchedValues(post: PostRecord | null) {
  return post && [post.created_ts, ...SEARCHED_FIELDS.map(({ name }) => post[name])];
}

const WrittenPost = v.object({ id: v.number(), moves: v.optional(v.boolean(), false) });

/** Runs the jobs of posts that are or were published. Of one that moves, the other index follows in a job that may wait. */
export async function indexPublished(jobs: readonly unknown[]): Promise<void> {
  await indexPosts(jobs);
  const moved = jobs.map(job => v.parse(WrittenPost, job)).filter(({ moves }) => moves);
  if (moved.length === 0) return;
  const transaction = new Transaction();
  for (const { id } of moved) transaction.put(toItem(createUnpublishedJob(id)));
  await transaction.commit();
}

/** Runs the jobs of posts that are not published, or that just were. */
export async function indexUnpublished(jobs: readonly unknown[]): Promise<void> {
  await indexPosts(jobs, UNPUBLISHED);
}

const BATCH_SIZE = 16;

const Job = v.object({ author_id: v.number(), after: v.optional(v.string()) });

/**
 * The job after an author's change of name: indexes all published posts of the author again, newest first. A post that enters the author's
 * timeline during the job is indexed by its own job. So the job may stop and continue anywhere.
 * @returns the job with its progress when posts are left at `until` (milliseconds since 1970)
 */
export async function indexAuthor(job: unknown, until: number): Promise<unknown> {
  let state = v.parse(Job, job);
  for (;;) {
    const page = await readPage({
      timelines: [TIMELINE.author(state.author_id)],
      offset: 0,
      limit: BATCH_SIZE,
      after: state.after,
      consistent: true,
    });
    await indexPosts(page.ids.map(id => ({ id })));
    if (page.next === undefined) return undefined;
    state = { ...state, after: page.next };
    if (nowMs() > until) return state;
  }
}
