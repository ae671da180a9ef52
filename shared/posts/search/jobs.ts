import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { nowMs, nowTs } from '../../platform/core/clock.ts';
import type { PostRecord } from '../record/record.ts';
import { TIMELINE } from '../record/timelines.ts';
import {
  backlogPartition,
  INDEX_POST,
  OUTBOX_PARTITION,
  outboxItem,
  type OutboxItem,
} from '../../platform/store/outbox/outbox-item.ts';
import { readPage } from '../../platform/store/timeline.ts';
import { SEARCHED_FIELDS } from './fields.ts';
import { indexPosts } from './index-posts.ts';

/** A new post that is older is archive material: it was published before, by another system. */
const MAX_NEWS_AGE_S = 86_400;

/** A write of a post, as far as the index job depends on it. */
interface Write {
  hasNewContent: boolean;
  /** Whether an import writes the post. */
  isImport: boolean;
}

/** The index job to put with a write of a post; none when its searchable texts are unchanged. */
export function createIndexJobs(
  current: PostRecord | null,
  next: PostRecord,
  { hasNewContent, isImport }: Write,
): OutboxItem[] {
  const [before, after] = [searchedValues(current), searchedValues(next)];
  if (isDeepStrictEqual(before, after) && !(after && hasNewContent)) return [];
  const isArchive = current === null && next.created_ts < nowTs() - MAX_NEWS_AGE_S;
  const partition = isImport || isArchive ? backlogPartition(next.id) : OUTBOX_PARTITION;
  return [outboxItem(INDEX_POST, { id: next.id }, 0, partition)];
}

/** What the index holds of a post apart from its body; null when it is not indexed. */
function searchedValues(post: PostRecord | null) {
  if (post?.status !== 'published') return null;
  return [post.created_ts, ...SEARCHED_FIELDS.map(({ name }) => post[name])];
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
