import type { Context } from 'aws-lambda';
import { nowMs } from '../../shared/core/clock.ts';
import { mapWithConcurrency } from '../../shared/core/concurrency.ts';
import { writeAssetOverflow } from '../../shared/dam/save.ts';
import { forgetLikes } from '../../shared/likes/forget.ts';
import { deleteStaleSchedule } from '../../shared/publishing/cancellation.ts';
import { cleanUp } from '../../shared/publishing/cleanup.ts';
import { writeOverflowEntries } from '../../shared/publishing/overflow.ts';
import { reassign } from '../../shared/publishing/reassign.ts';
import { removeBadge } from '../../shared/publishing/remove-badge-job.ts';
import { indexAuthor } from '../../shared/search/index-author.ts';
import { indexPosts } from '../../shared/search/index-posts.ts';
import {
  BADGE_REMOVAL,
  ASSET_OVERFLOW,
  FILE_CLEANUP,
  FORGET_LIKES,
  CANCELLATION,
  CLEANUP,
  OVERFLOW,
  INDEX_AUTHOR,
  INDEX_POST,
  REASSIGNMENT,
} from '../../shared/store/job-kinds.ts';
import {
  dueItems,
  leaseAll,
  processItem,
  processItems,
  type OutboxItem,
  type Run,
  type RunTogether,
} from '../../shared/store/outbox.ts';
import { cleanUpFiles } from '../../shared/uploads/cleanup.ts';

/** How long a long job is worked on before it re-arms itself: well under the lease, so that no second worker joins. */
const SLICE_MS = 10_000;
/** Jobs wait for the table most of the time. */
const MAX_CONCURRENT = 8;

/** How items of one kind are processed: at most `most` are leased together and processed one after the other. */
interface Work {
  most: number;
  process: (items: readonly OutboxItem[]) => Promise<void>;
}

function alone(run: Run): Work {
  return {
    most: 1,
    process: async items => {
      await mapWithConcurrency(items, 1, item => processItem(item, run));
    },
  };
}

/** As many as a call reads the posts of. All must be done before the lease ends. */
function together(run: RunTogether): Work {
  return { most: 25, process: items => processItems(items, run) };
}

/** Every kind of outbox item and what does it. */
const WORKS = new Map<string, Work>([
  [OVERFLOW, alone(writeOverflowEntries)],
  [ASSET_OVERFLOW, alone(writeAssetOverflow)],
  [CLEANUP, alone(cleanUp)],
  [FILE_CLEANUP, alone(cleanUpFiles)],
  [CANCELLATION, alone(deleteStaleSchedule)],
  [INDEX_POST, together(indexPosts)],
  [INDEX_AUTHOR, alone(job => indexAuthor(job, nowMs() + SLICE_MS))],
  [FORGET_LIKES, alone(job => forgetLikes(job, nowMs() + SLICE_MS))],
  [BADGE_REMOVAL, alone(job => removeBadge(job, { posts: Infinity, until: nowMs() + SLICE_MS }))],
  [REASSIGNMENT, alone(job => reassign(job, { posts: Infinity, until: nowMs() + SLICE_MS }))],
]);

function workOf({ kind }: OutboxItem): Work {
  return WORKS.get(kind) ?? UNKNOWN;
}

const UNKNOWN = alone(() => Promise.reject(new Error('no job of this kind is known')));

/** Does what is due in the outbox, until `mayGoOn` says no. @returns how many items were worked on */
export async function drainOutbox(mayGoOn: () => boolean): Promise<number> {
  let count = 0;
  await mapWithConcurrency(portionsOf(await dueItems()), MAX_CONCURRENT, async portion => {
    const [first] = portion;
    if (!first || !mayGoOn()) return;
    const leased = await leaseAll(portion);
    if (leased.length > 0) await workOf(first).process(leased);
    count += leased.length;
  });
  return count;
}

/** Items of one kind each, as many as are taken at a time; the longest due first. */
function portionsOf(items: readonly OutboxItem[]): OutboxItem[][] {
  const portions: OutboxItem[][] = [];
  const latest = new Map<string, OutboxItem[]>();
  for (const item of items) {
    const portion = latest.get(item.kind);
    if (portion && portion.length < workOf(item).most) portion.push(item);
    else {
      const next = [item];
      latest.set(item.kind, next);
      portions.push(next);
    }
  }
  return portions;
}

/** Whether a function has time for one more job: a slice, and whatever contention adds to it. */
export function hasTime(context: Pick<Context, 'getRemainingTimeInMillis'>) {
  return (): boolean => context.getRemainingTimeInMillis() > 3 * SLICE_MS;
}
