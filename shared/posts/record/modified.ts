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
