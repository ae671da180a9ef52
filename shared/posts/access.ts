import { Forbidden, NotFound } from '../core/errors.ts';
import { ANONYMOUS, requirePermission, type Caller } from '../http/caller.ts';
import type { Directory } from '../sections/directory.ts';
import { isPublicTag } from '../text/tag.ts';
import type { PostAnswer } from './answer.ts';
import type { PostRecord, PostStatus } from './record.ts';

/** The two families of endpoints see one record in different states. */
export type Family = 'drafts' | 'posts';

const STATES: Record<Family, readonly PostStatus[]> = {
  drafts: ['draft', 'scheduled'],
  posts: ['published'],
};

export function belongsTo(family: Family, { status }: PostRecord): boolean {
  return STATES[family].includes(status);
}

/** @throws NotFound: a published post is no draft, a draft no post, a removed one neither */
export function requireFamily(family: Family, post: PostRecord): void {
  if (!belongsTo(family, post)) throw unknownIn(family, post.id);
}

/** One error for a post that is unknown, in another state or hidden from the caller: it must not tell which. */
export function unknownIn(family: Family, id: number): NotFound {
  return new NotFound(`There is no ${family === 'drafts' ? 'draft' : 'published post'} with the id ${id}`);
}

/**
 * A scheduled draft is published without further question, so changing or removing it needs what publishing needs. A Guest Writer
 * edits and deletes only drafts of which it is an author. @throws Forbidden
 */
export function requireMayEdit(caller: Caller, { status, roar_author_ids }: PostRecord): void {
  if (status === 'scheduled') requirePermission(caller, 'publish_post');
  if (caller.role !== 'Guest Writer' || caller.permissions.has('publish_post')) return;
  if (roar_author_ids.includes(caller.authorId)) return;
  throw new Forbidden('A Guest Writer edits and deletes only drafts of which it is an author');
}

interface Shown {
  id: number;
  is_private: boolean;
}

/** Who asks without a key sees public posts only. */
export function isVisible({ is_private }: Shown, caller: Caller): boolean {
  return caller !== ANONYMOUS || !is_private;
}

/** @throws NotFound */
export function requireVisible(post: Shown, caller: Caller): void {
  if (!isVisible(post, caller)) throw unknownIn('posts', post.id);
}

/** The answer as the caller may see it: without a key it names neither private sections nor tags of the newsroom. */
export function shownTo(caller: Caller, answer: PostAnswer, directory: Directory): PostAnswer {
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
