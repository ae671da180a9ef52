import { Forbidden, NotFound } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import {
  isLimitedToOwnDrafts,
  readsOnlyOwnDrafts,
  requireFamily,
  requireMayEdit,
  requireReadable,
} from '../record/access.ts';
import { readRecord } from '../record/read.ts';
import type { PostRecord } from '../record/record.ts';
import { readStagedRecord, mayReadStaged } from '../staged/read.ts';
import { isSameDraft, isStillAuthor, wasNotScheduled } from '../answers/continuity.ts';
import type { Preview } from './record.ts';

interface Shareable extends Versioned<PostRecord> {
  /** The id of the staged change; undefined when a draft is shared. */
  changeId: number | undefined;
}

/** Reads the post that a preview will show: a draft, or a post in any state with its staged change. @throws NotFound, Forbidden */
export async function readShareable(id: number, isStaged: boolean, caller: Caller): Promise<Shareable> {
  if (!isStaged) {
    const draft = await readRecord(id, { consistent: true }, 'drafts');
    requireFamily('drafts', draft.value, caller);
    requireMayEdit(caller, draft.value);
    return { ...draft, changeId: undefined };
  }
  const [post, staged] = await Promise.all([readRecord(id), readStagedRecord(id)]);
  requireReadable(caller, post.value);
  if (!staged || !mayReadStaged(caller, post.value))
    throw new NotFound(`The post ${id} has no staged change`);
  requireMayShareStaged(caller, post.value);
  return { ...post, changeId: staged.value.change_id };
}

/** Everyone who may share a draft, or a change of a published post, may see and revoke its previews. @throws NotFound, Forbidden */
export function requireMayShare(caller: Caller, post: PostRecord): void {
  if (post.status === 'published') requireMayShareStaged(caller, post);
  else {
    requireFamily('drafts', post, caller);
    requireMayEdit(caller, post);
  }
}

/** Only the authors of a post, and callers who may publish, may share its staged change. @throws Forbidden */
export function requireMayShareStaged(caller: Caller, { roar_author_ids }: PostRecord): void {
  if (caller.permissions.has('publish_post') || roar_author_ids.includes(caller.authorId)) return;
  throw new Forbidden('Only the authors of the post, and keys with publish_post, share changes of it');
}

/**
 * Whether the creator still has the right to share what the preview shows, and had it without interruption. `changeId` is the id of the present
 * staged change, if there is one.
 */
export function isShared(
  { post_version, as_author, change_id }: Preview,
  { post, changeId }: { post: PostRecord; changeId: number | undefined },
  creator: Caller,
): boolean {
  const mayPublish = creator.permissions.has('publish_post');
  const ofDraft = isSameDraft(post, post_version) && (mayPublish || wasNotScheduled(post, post_version));
  const needsAuthorship =
    as_author ||
    isLimitedToOwnDrafts(creator) ||
    readsOnlyOwnDrafts(creator) ||
    (change_id !== undefined && !mayPublish);
  return (
    (change_id === undefined ? ofDraft : change_id === changeId) &&
    creator.permissions.has('write_draft') &&
    (!needsAuthorship || isStillAuthor(post, creator.authorId, post_version))
  );
}
