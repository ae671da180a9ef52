import { Badges } from '../../taxonomy/badges/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import type { Content } from '../record/content.ts';
import { NO_WORDS, viewsKey, type Made, type PostRecord } from '../record/record.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { revisionContentKey, toRevisionItem } from '../revisions/record.ts';
import { makeThinningKey } from '../revisions/write.ts';
import { changePost } from './change.ts';
import { recomputeSections } from './membership.ts';
import { packContent, storeContent } from './stored-content.ts';

/** A post without the fields that are computed when it is restored, or that count its versions. */
export type KeptPost = Omit<
  PostRecord,
  | 'judged_rev'
  | 'content_version'
  | 'content_hash'
  | 'body_version'
  | 'draft_since'
  | 'unscheduled_since'
  | 'authors_since'
  | 'safe_content'
  | 'public_path'
>;

/** How the version of a post came to be whose export doesn't say it. */
function makeImported(version: number): Made {
  const unknown = { author_id: null, key_id: null };
  return { version, action: 'import', ...unknown, ts: nowTs(), fields: [], ...NO_WORDS };
}

/**
 * Restores an exported post under its own id and status, with its list entries, unique values and search terms. Badges that no longer
 * exist are dropped, and sections are recomputed; those of a removed post only when it is restored from removal.
 * Its views are put first, so that the post never exists without them. `version`: that it had, so that its revisions stay before it.
 * @throws BasenameTaken, Conflict (provider_post_id taken), TooLarge
 */
export async function restorePost(
  kept: KeptPost,
  content: Content,
  views: number,
  version = 1,
): Promise<void> {
  if (views > 0) await new Transaction().put({ ...viewsKey(kept.id), count: views }).commit();
  const stored = await storeContent(kept.id, content);
  await changePost({
    read: () => Promise.resolve(null),
    compose: async (_, directory) => {
      const known = await Badges.known(kept.badges);
      const badges = kept.badges.filter(id => known.has(id));
      const removed_ts = kept.status === 'removed' ? (kept.removed_ts ?? nowTs()) : kept.removed_ts;
      const made = kept.made ?? makeImported(version);
      const post = { ...kept, removed_ts, badges, made, judged_rev: directory.head.rev, content_version: 1 };
      return { next: recomputeSections(post, directory), content: stored };
    },
    isImport: true,
    versions: version - 1,
    mayLackPath: true,
  });
}

/** Restores a revision of an exported post; its content is restored before. */
export async function restoreRevision(revision: Versioned<PostRecord>, replacedTs: number): Promise<void> {
  const item = await toRevisionItem(revision, replacedTs);
  await new Transaction().put(item).put(makeThinningKey(revision.value.id, nowTs())).commit();
}

/** Restores a content of revisions under its name. */
export async function restoreRevisionContent(id: number, name: string, content: Content): Promise<void> {
  const { fields } = await packContent(id, content);
  await new Transaction().put({ ...revisionContentKey(id, name), ...fields, content_version: 0 }).commit();
}
