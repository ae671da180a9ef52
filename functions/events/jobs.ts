import type { Context } from 'aws-lambda';
import { nowMs } from '../../shared/platform/core/clock.ts';
import { mapWithConcurrency } from '../../shared/platform/core/concurrency.ts';
import { invalidate } from '../../shared/platform/edge/invalidate.ts';
import { writeAssetOverflow } from '../../shared/library/dam/save.ts';
import { writeImageEntries } from '../../shared/library/images/entries.ts';
import { forgetLikes } from '../../shared/posts/counters/likes/forget.ts';
import { cleanUp } from '../../shared/posts/publishing/cleanup.ts';
import { writePostOverflow } from '../../shared/posts/record/overflow.ts';
import { reassign } from '../../shared/posts/publishing/jobs/reassign.ts';
import { removeBadge } from '../../shared/posts/publishing/jobs/remove-badge-job.ts';
import { indexAuthor, indexPublished, indexUnpublished } from '../../shared/posts/search/jobs.ts';
import { indexUses } from '../../shared/posts/uses/jobs.ts';
import {
  BADGE_REMOVAL,
  EDGE_INVALIDATION,
  ASSET_OVERFLOW,
  IMAGE_ENTRIES,
  FILE_CLEANUP,
  FORGET_LIKES,
  CANCELLATION,
  CLEANUP,
  OVERFLOW,
  INDEX_AUTHOR,
  INDEX_POST,
  INDEX_UNPUBLISHED,
  INDEX_USES,
  REASSIGNMENT,
  type OutboxItem,
} from '../../shared/platform/store/outbox/outbox-item.ts';
import {
  dueItems,
  leaseAll,
  processAsOne,
  processItem,
  processItems,
  type Run,
  type RunTogether,
} from '../../shared/platform/store/outbox/outbox.ts';
import { cleanUpFiles } from '../../shared/library/uploads/cleanup.ts';

/** How long a job runs before it re-arms itself: well below the lease, so that no second worker starts it. */
const SLICE_MS = 10_000;
/** How long a worker processes jobs of the backlog before it looks for others, which must not wait for long. */
export const TURN_MS = 1_000;
/** Jobs mostly wait for the table, so several run at once. */
const MAX_CONCURRENT = 8;

/** How items of one kind are processed: up to `batchSize` of them are leased and processed together. */
interface Processor {
  batchSize: number;
  process: (items: readonly OutboxItem[]) => Promise<void>;
}

function oneByOne(run: Run): Processor {
  return {
    batchSize: 1,
    process: async items => {
      await mapWithConcurrency(items, 1, item => processItem(item, run));
    },
  };
}

/** Processes jobs in batches of as many posts as one read returns. A batch must be completed before its lease expires. */
function inBatches(run: RunTogether): Processor {
  return { batchSize: 25, process: items => processItems(items, run) };
}

/** All due invalidations become one request to AWS, which may refuse it while others are in progress. */
const INVALIDATION: Processor = {
  batchSize: 50,
  process: items => processAsOne(items, invalidate),
};

/** The processor of each kind of outbox item. */
const PROCESSORS = new Map<string, Processor>([
  [OVERFLOW, oneByOne(writePostOverflow)],
  [ASSET_OVERFLOW, oneByOne(writeAssetOverflow)],
  [IMAGE_ENTRIES, oneByOne(writeImageEntries)],
  [CLEANUP, oneByOne(cleanUp)],
  [FILE_CLEANUP, oneByOne(cleanUpFiles)],
  // Nothing is left to do: a schedule for a time that is no longer planned changes nothing, and is deleted after it invoked the publisher.
  [CANCELLATION, oneByOne(() => Promise.resolve(undefined))],
  [INDEX_POST, inBatches(indexPublished)],
  [INDEX_UNPUBLISHED, inBatches(indexUnpublished)],
  [INDEX_USES, inBatches(indexUses)],
  [INDEX_AUTHOR, oneByOne(job => indexAuthor(job, nowMs() + TURN_MS))],
  [EDGE_INVALIDATION, INVALIDATION],
  [FORGET_LIKES, oneByOne(job => forgetLikes(job, nowMs() + SLICE_MS))],
  [BADGE_REMOVAL, oneByOne(job => removeBadge(job, { posts: Infinity, until: nowMs() + SLICE_MS }))],
  [REASSIGNMENT, oneByOne(job => reassign(job, { posts: Infinity, until: nowMs() + SLICE_MS }))],
]);

function getProcessor({ kind }: OutboxItem): Processor {
  return PROCESSORS.get(kind) ?? UNKNOWN;
}

const UNKNOWN = oneByOne(() => Promise.reject(new Error('unknown kind of job')));

/** Processes due items of a partition, by default up to a hundred of OUTBOX, until `mayGoOn` returns false. @returns their number */
export async function drainOutbox(
  mayGoOn: () => boolean,
  partition?: string,
  limit?: number,
): Promise<number> {
  let count = 0;
  await mapWithConcurrency(toBatches(await dueItems(partition, limit)), MAX_CONCURRENT, async batch => {
    const [first] = batch;
    if (!first || !mayGoOn()) return;
    const leased = await leaseAll(batch);
    if (leased.length > 0) await getProcessor(first).process(leased);
    count += leased.length;
  });
  return count;
}

/** Groups the items into batches of one kind; items that have been due longest come first. */
function toBatches(items: readonly OutboxItem[]): OutboxItem[][] {
  const batches: OutboxItem[][] = [];
  const latest = new Map<string, OutboxItem[]>();
  for (const item of items) {
    const batch = latest.get(item.kind);
    if (batch && batch.length < getProcessor(item).batchSize) batch.push(item);
    else {
      const next = [item];
      latest.set(item.kind, next);
      batches.push(next);
    }
  }
  return batches;
}

/** Whether a function has time for one more job: for a slice, and for the delay that contention can add. */
export function hasTime(context: Pick<Context, 'getRemainingTimeInMillis'>) {
  return (): boolean => context.getRemainingTimeInMillis() > 3 * SLICE_MS;
}
