import { Forbidden, NotFound } from '../core/errors.ts';
import { ANONYMOUS, requirePermission, type Caller } from '../http/caller.ts';
import type { PostAnswer } from './answer.ts';
import type { PostRecord, PostStatus } from './record.ts';

/** The two families of endpoints see one record in different states. */
export type Family = 'drafts' | 'posts';

const STATES: Record<Family, readonly PostStatus[]> = {
  drafts: ['draft', 'scheduled'],
  posts: ['published'],
};

export const belongsTo = (family: Family, { status }: PostRecord): boolean => STATES[family].includes(status);

/** @throws NotFound: a published post is no draft, a draft no post, a removed one neither */
export function requireFamily(family: Family, post: PostRecord): void {
  if (belongsTo(family, post)) return;
  const name = family === 'drafts' ? 'draft' : 'published post';
  throw new NotFound(`There is no ${name} with the id ${post.id}`);
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
export const isVisible = ({ is_private }: Shown, caller: Caller): boolean =>
  caller !== ANONYMOUS || !is_private;

/** @throws NotFound */
export function requireVisible(post: Shown, caller: Caller): void {
  if (!isVisible(post, caller)) throw new NotFound(`There is no published post with the id ${post.id}`);
}

/** Tags that begin with * or ~ are for the newsroom. */
export const isPublicTag = (tag: string): boolean => !/^\s*[*~]/.test(tag);

/** The answer as the caller may see it: without a key only with its public tags. */
export function shownTo(caller: Caller, answer: PostAnswer): PostAnswer {
  if (caller !== ANONYMOUS) return answer;
  const { public_tags: tags, primary_tag } = answer;
  return { ...answer, tags, primary_tag: isPublicTag(primary_tag) ? primary_tag : '' };
}
