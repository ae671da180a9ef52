import { DAY_S } from '../../platform/core/durations.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { toMonth } from '../../platform/values/dates.ts';
import { makePosition } from '../../platform/values/position.ts';
import { itemKey, SAFE } from '../../platform/store/item-key.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import type { PostRecord } from './record.ts';

/**
 * Months of posts, whose sitemaps are stored (feeds/stored-sitemap.ts). Each write of a published post puts a mark for its month in its
 * transaction:
 *   SAFE#sitemap#<month> / changed#<time of the write>#<post>    the version of the post
 * A stored sitemap is valid only for the marks that there were before its posts were read, so none is outdated after a crash, or when a
 * post is written while a sitemap is made. Each post has marks of its own, so that simultaneous writes of a month's posts do not conflict.
 *
 * A sitemap compares only marks from MAX_WRITE_S before it was made. A call to the table ends within 30 seconds, and clocks differ by
 * less than the rest, so that a mark that is committed later is not earlier than these. Those of release 0.1 have no time, and sort
 * behind all others.
 */
export const CHANGED = 'changed#';
/** Behind the marks, in front of other items. */
export const MARKS_END = 'changed$';
/** Longer than a sitemap that was made before the mark is shown. */
const MARK_LIFE_S = 2 * DAY_S;
/** Longer than a transaction takes from its mark to its commit, on two clocks. */
export const MAX_WRITE_S = 120;

export const monthMarkKey = itemKey(
  `${SAFE}sitemap#<month>`,
  `${CHANGED}<position or post>`,
  'mark of a changed post',
  MARK_LIFE_S,
);

/** The mark of a post in the month of `created_ts`, written at `ts`. */
export function createMark(month: string, post: number, { version, ts }: { version: number; ts: number }) {
  return { ...monthMarkKey(month, makePosition(ts, post)), version, expires: ts + MARK_LIFE_S };
}

/** The post of a mark, also of one of release 0.1. */
export function parseMarkedPost(sk: string): number {
  return Number(sk.slice(sk.lastIndexOf('#') + 1));
}

/** Marks the months in which a write changes a published post. */
export function markMonths(
  transaction: Transaction,
  posts: readonly (PostRecord | null)[],
  version: number,
): void {
  const published = posts.filter(post => post?.status === 'published');
  const months = new Set(published.map(post => toMonth(post?.created_ts ?? 0)));
  for (const month of months)
    transaction.put(createMark(month, published[0]?.id ?? 0, { version, ts: nowTs() }));
}
