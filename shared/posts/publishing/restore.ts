import { Badges } from '../../taxonomy/badges/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import type { Content } from '../record/content.ts';
import { viewsKey, type PostRecord } from '../record/record.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { changePost } from './change.ts';
import { recomputeSections } from './membership.ts';
import { storeContent } from './stored-content.ts';

/** A post without the fields that are computed when it is restored, or that count its versions. */
export type KeptPost = Omit<
  PostRecord,
  | 'judged_rev'
  | 'content_version'
  | 'body_version'
  | 'draft_since'
  | 'unscheduled_since'
  | 'authors_since'
  | 'safe_content'
>;

/**
 * Restores an exported post under its own id and status, with its list entries, unique values and search terms. Badges that no longer
 * exist are dropped, and sections are recomputed; those of a removed post only when it is restored from removal.
 * Its views are put first, so that the post never exists without them.
 * @throws BasenameTaken, Conflict (provider_post_id taken), TooLarge
 */
export async function restorePost(kept: KeptPost, content: Content, views: number): Promise<void> {
  if (views > 0) await new Transaction().put({ ...viewsKey(kept.id), count: views }).commit();
  const stored = await storeContent(kept.id, content);
  await changePost({
    read: () => Promise.resolve(null),
    compose: async (_, directory) => {
      const known = await Badges.known(kept.badges);
      const badges = kept.badges.filter(id => known.has(id));
      const removed_ts = kept.status === 'removed' ? (kept.removed_ts ?? nowTs()) : kept.removed_ts;
      const post = { ...kept, removed_ts, badges, judged_rev: directory.head.rev, content_version: 1 };
      return { next: recomputeSections(post, directory), content: stored };
    },
    isImport: true,
    mayLackPath: true,
  });
}
