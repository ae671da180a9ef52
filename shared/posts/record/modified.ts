import { nowTs } from '../../platform/core/clock.ts';
import type { PostRecord } from './record.ts';

/**
 * When the shown post was last changed, never later than now. An editor may date a post later than its last edit, and no reader has seen an
 * earlier state: search engines refuse a post that was modified before it was published. A date that is still to come is no such time.
 */
export function modifiedTs({
  created_ts,
  updated_ts,
}: Pick<PostRecord, 'created_ts' | 'updated_ts'>): number {
  const now = nowTs();
  return Math.min(now, created_ts > now ? updated_ts : Math.max(created_ts, updated_ts));
}
