import { knownBadges } from '../badges/read.ts';
import { nowTs } from '../core/clock.ts';
import type { Content } from '../posts/content.ts';
import { viewsKey, type PostRecord } from '../posts/record.ts';
import { sectionDirectory } from '../sections/directory.ts';
import { retryContended } from '../store/retry.ts';
import { Transaction } from '../store/transaction.ts';
import { recomputeSections } from './membership.ts';
import { savePost } from './save.ts';
import { storeContent } from './stored-content.ts';

/** A post without what the service works out anew. */
export type KeptPost = Omit<PostRecord, 'judged_rev' | 'content_version'>;

/**
 * Puts a post back as it was, under its own id and in its own state, with all that follows from a post of that state: lists, unique
 * values, search. Badges and sections are those that there are now; by sections a removed post is only judged when it is brought back.
 * Its views are put before it, so that it is never there without them.
 * @throws BasenameTaken, Conflict (provider_post_id taken), TooLarge
 */
export async function restorePost(kept: KeptPost, content: Content, views: number): Promise<void> {
  if (views > 0) await new Transaction().put({ ...viewsKey(kept.id), count: views }).commit();
  const stored = await storeContent(kept.id, content);
  await retryContended(async () => {
    const [directory, known] = await Promise.all([sectionDirectory(), knownBadges(kept.badges)]);
    const badges = kept.badges.filter(id => known.has(id));
    const post = { ...kept, badges, judged_rev: directory.head.rev, content_version: 1 };
    const next =
      post.status === 'removed'
        ? { ...post, removed_ts: post.removed_ts ?? nowTs() }
        : recomputeSections(post, directory);
    await savePost({ current: null, next, content: stored, directory });
  });
}
