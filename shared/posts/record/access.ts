import { Forbidden, NotFound } from '../../platform/core/errors.ts';
import { ANONYMOUS, requirePermission, type Caller } from '../../platform/http/caller.ts';
import { site } from '../../platform/site/site.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';
import { isPublicTag } from '../../platform/text/tag.ts';
import type { PostAnswer } from './answer.ts';
import type { PostRecord, PostStatus } from './record.ts';

/** The two families of endpoints answer posts of different statuses. */
export type Family = 'drafts' | 'posts';

export const STATUSES: Record<Family, readonly PostStatus[]> = {
  drafts: ['draft', 'scheduled'],
  posts: ['published'],
};

export function isInFamily(family: Family, { status }: PostRecord): boolean {
  return STATUSES[family].includes(status);
}

/** @throws NotFound when the caller may not read the post, or its status does not belong to the family; a removed post is in neither */
export function requireFamily(family: Family, post: PostRecord, caller: Caller): void {
  if (!isInFamily(family, post) || !mayRead(caller, post)) throw notFoundIn(family, post.id);
}

/** Whether the site's setting `drafts` limits the caller to its own posts among those that are not published, removed ones too. */
export function readsOnlyOwnDrafts({ permissions }: Caller): boolean {
  return site().drafts === 'own' && !permissions.has('publish_post');
}

/** Whether the caller may know of the post under the site's setting `drafts`. */
export function mayRead(
  caller: Caller,
  { status, roar_author_ids }: Pick<PostRecord, 'status' | 'roar_author_ids'>,
): boolean {
  return status === 'published' || !readsOnlyOwnDrafts(caller) || roar_author_ids.includes(caller.authorId);
}

/** For a post in any state. @throws NotFound, as for an unknown id */
export function requireReadable(caller: Caller, post: PostRecord): void {
  if (!mayRead(caller, post)) throw unknownPost(post.id);
}

export function unknownPost(id: number, family?: Family): NotFound {
  return family ? notFoundIn(family, id) : new NotFound(`There is no post with the id ${id}`);
}

/** The error for a post that is unknown, of another family or hidden from the caller. It must not reveal which. */
export function notFoundIn(family: Family, id: number): NotFound {
  return new NotFound(`There is no ${family === 'drafts' ? 'draft' : 'published post'} with the id ${id}`);
}

/**
 * A scheduled draft is published without a further check, so changing or removing it needs the permission to publish. A Guest Writer
 * may edit and delete only drafts of which it is an author. @throws Forbidden
 */
export function requireMayEdit(caller: Caller, { status, roar_author_ids }: PostRecord): void {
  if (status === 'scheduled') requirePermission(caller, 'publish_post');
  if (!isLimitedToOwnDrafts(caller) || roar_author_ids.includes(caller.authorId)) return;
  throw new Forbidden('A Guest Writer edits and deletes only drafts of which it is an author');
}

/** Whether the caller may edit or delete the draft, as `requireMayEdit` requires. */
export function mayEdit(caller: Caller, { status, roar_author_ids }: PostRecord): boolean {
  if (status === 'scheduled' && !caller.permissions.has('publish_post')) return false;
  return !isLimitedToOwnDrafts(caller) || roar_author_ids.includes(caller.authorId);
}

export function isLimitedToOwnDrafts({ role, permissions }: Caller): boolean {
  return role === 'Guest Writer' && !permissions.has('publish_post');
}

interface Visibility {
  id: number;
  is_private: boolean;
}

/** Callers without a key see public posts only. */
export function isVisible({ is_private }: Visibility, caller: Caller): boolean {
  return caller !== ANONYMOUS || !is_private;
}

/** @throws NotFound */
export function requireVisible(post: Visibility, caller: Caller): void {
  if (!isVisible(post, caller)) throw notFoundIn('posts', post.id);
}

/** Restricts an answer to what the caller may see: without a key it has no private sections and only public tags. */
export function answerFor(caller: Caller, answer: PostAnswer, directory: Directory): PostAnswer {
  if (caller !== ANONYMOUS) return answer;
  const { public_tags: tags, primary_tag, primary_section } = answer;
  const isPublic = (section: number): boolean => directory.isPublic(section);
  return {
    ...answer,
    tags,
    primary_tag: isPublicTag(primary_tag) ? primary_tag : '',
    sections: answer.sections.filter(isPublic),
    auto_sections: answer.auto_sections.filter(isPublic),
    primary_section: primary_section !== null && isPublic(primary_section) ? primary_section : null,
    badges_details: answer.badges_details.map(badge => ({ ...badge, tags: badge.tags.filter(isPublicTag) })),
  };
}
