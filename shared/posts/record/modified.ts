import { nowTs } from '../../platform/core/clock.ts';
import type { PostRecord } from './record.ts';

/**
 * When the shown post was last changed. An editor may date a post later than its last edit, and no reader has seen an earlier state: search
 * engines refuse a post that was modified before it was published.
 */
export function modifiedTs({
  created_ts,
  updated_ts,
}: Pick<PostRecord, 'created_ts' | 'updated_ts'>): number {
  return Math.max(created_ts, updated_ts);
}

/**
 * When the post was last changed, for feeds and sitemaps, whose readers distrust times in the future. A date that is still to come is no
 * change yet; nor does the result move with the clock until it comes, so that a feed keeps its ETag.
 */
export function changedTs(
  { created_ts, updated_ts, inserted_ts }: Pick<PostRecord, 'created_ts' | 'updated_ts' | 'inserted_ts'>,
  now = nowTs(),
): number {
  const past = [created_ts, updated_ts].filter(ts => ts <= now);
  return past.length > 0 ? Math.max(...past) : inserted_ts;
}
