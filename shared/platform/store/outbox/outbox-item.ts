import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../../core/clock.ts';
import { environment } from '../../core/environment.ts';
import { newId } from '../../core/ids.ts';
import { correlation } from '../../log/trace.ts';
import { makePosition, timestampAt } from '../../values/position.ts';
import { itemKey } from '../item-key.ts';
import type { Item, Key } from '../table.ts';

/** Every kind of outbox item. The values are stored: items of a renamed kind would never be processed. */
export const BADGE_REMOVAL = 'badges.remove';
export const REASSIGNMENT = 'sections.reassign';
export const CLEANUP = 'posts.cleanup';
/** This job is no longer put: it deleted the schedule that an earlier version had for each post. Stored items are completed. */
export const CANCELLATION = 'posts.cancel-alarm';
export const OVERFLOW = 'posts.entries';
export const INDEX_POST = 'search.index';
/** Updates the index for a post that is not published, or was not published before. */
export const INDEX_UNPUBLISHED = 'search.unpublished';
export const INDEX_AUTHOR = 'search.author';
export const INDEX_USES = 'posts.uses';
export const FILE_CLEANUP = 'files.cleanup';
export const FORGET_LIKES = 'likes.forget';
export const ASSET_OVERFLOW = 'dam.entries';
export const IMAGE_ENTRIES = 'images.entries';
export const EDGE_INVALIDATION = 'edge.invalidate';

/** The partition of follow-up jobs; see outbox.ts. */
export const jobKey = itemKey('OUTBOX', '<position>#<name>', 'outbox item');
export const backlogKey = itemKey('OUTBOX#backlog#<digit>', '<position>#<name>', 'outbox item that may wait');
export const OUTBOX_PARTITION: string = jobKey.pk;
/**
 * The partitions of jobs that may wait while those of OUTBOX are processed: the backlog of the search index (shared/posts/search/backlog.md).
 * Each has a worker of its own, so their number limits how many workers run at once. Workers process all of them, including those that
 * INDEXERS no longer uses.
 */
export const BACKLOG_PARTITIONS = [0, 1, 2, 3].map(number => backlogKey.partition(number));
export const OUTBOX_PARTITIONS = [OUTBOX_PARTITION, ...BACKLOG_PARTITIONS];

/** Returns the backlog's partition for the jobs of a record. All jobs of a post are in the same partition. */
export function backlogPartition(id: number): string {
  return BACKLOG_PARTITIONS[id % environment().INDEXERS] ?? OUTBOX_PARTITION;
}

/** How long a worker, or the request that wrote the item, has it to itself. */
export const LEASE_S = 30;

export const OutboxItem = v.object({
  pk: v.string(),
  sk: v.string(),
  kind: v.string(),
  job: v.string(),
  /** How many times in a row the job has failed. `error` is the last failure. */
  attempts: v.number(),
  error: v.optional(v.string()),
  /** The id of the request that began the work. */
  correlation: v.optional(v.string()),
});
export type OutboxItem = v.InferOutput<typeof OutboxItem>;

export function outboxKey({ pk, sk }: OutboxItem): Key {
  return { pk, sk };
}

function sortKey(dueTs: number, name = randomUUID().slice(0, 8)): string {
  return jobKey.sortKey(makePosition(dueTs, newId()), name);
}

/** Returns an item's permanent name: the end of its sort key, which doesn't change when the item moves. */
export function readItemName({ sk }: OutboxItem): string {
  return sk.slice(sk.lastIndexOf('#') + 1);
}

/** Returns the time from which workers may take the item, in Unix seconds. */
export function dueAt({ sk }: OutboxItem): number {
  return timestampAt(sk);
}

/** The item with a later due time. */
export function withDueTime(ts: number, item: OutboxItem): OutboxItem {
  return { ...item, sk: sortKey(ts, readItemName(item)) };
}

/**
 * Makes an item to put in a transaction. For `leaseS` seconds only its own request may process it. Pass 0 when the request won't process
 * it.
 */
export function outboxItem(
  kind: string,
  job: unknown,
  leaseS = LEASE_S,
  partition = OUTBOX_PARTITION,
): OutboxItem {
  return {
    pk: partition,
    sk: sortKey(nowTs() + leaseS),
    kind,
    job: JSON.stringify(job),
    attempts: 0,
    ...correlation(),
  };
}

export function toItem(item: OutboxItem): Item {
  return { ...item };
}
