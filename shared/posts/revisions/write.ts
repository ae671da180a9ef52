import { nowTs } from '../../platform/core/clock.ts';
import { DAY_S } from '../../platform/core/durations.ts';
import { site } from '../../platform/site/site.ts';
import { makePosition } from '../../platform/values/position.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import type { Key } from '../../platform/store/table.ts';
import { contentName, readMade } from '../record/record.ts';
import type { Post } from '../record/post.ts';
import { revisionContentKey, thinningKey, toRevisionItem } from './record.ts';

interface Replacement {
  replacesContent: boolean;
  /** Whether the version belongs to the same series of autosaves as the one that replaces it (publishing/series.ts): it is no revision then. */
  isContinued: boolean;
}

/** Puts the revision of the version that a transaction replaces, and the content if that is replaced too: the post was read to be edited then. */
export async function putRevision(
  transaction: Transaction,
  post: Post,
  { replacesContent, isContinued }: Replacement,
): Promise<void> {
  if (site().limits.revisionDays === 0) return;
  const { value, version } = post;
  // A content that is older than the series is that of the revision before it.
  const since = isContinued ? (value.made?.series?.since ?? 0) : Infinity;
  if (replacesContent && value.content_version < since) putContent(transaction, post);
  if (isContinued) return;
  const now = nowTs();
  transaction.put(await toRevisionItem({ value, version }, now));
  // One mark is enough for all revisions of a day: that of version 1, or that of the day's first change. The last release, which during an
  // upgrade may make the version after the first, puts none.
  const isFirst = version === 1 || toDay(readMade(post)?.ts ?? 0) !== toDay(now);
  if (isFirst) transaction.put(makeThinningKey(value.id, now + DAY_S));
}

function putContent(transaction: Transaction, { value, packed }: Post): void {
  if (packed === null) return;
  if (!packed) throw new Error('the replaced content was not read');
  transaction.put({ ...packed, ...revisionContentKey(value.id, contentName(value)) });
}

/** The mark of a post at the beginning of the day after `ts`. */
export function makeThinningKey(id: number, ts: number): Key {
  return thinningKey(makePosition((toDay(ts) + 1) * DAY_S, id));
}

function toDay(ts: number): number {
  return Math.floor(ts / DAY_S);
}
