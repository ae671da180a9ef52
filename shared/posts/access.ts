import { ANONYMOUS, type Caller } from '../http/caller.ts';
import { Forbidden, NotFound } from '../http/errors.ts';
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

/** "Guest Writer … may edit and delete only drafts it is an author of." @throws Forbidden */
export function requireMayEdit(caller: Caller, { roar_author_ids }: PostRecord): void {
  if (caller.role !== 'Guest Writer' || caller.permissions.has('publish_post')) return;
  if (roar_author_ids.includes(caller.authorId)) return;
  throw new Forbidden('A Guest Writer edits and deletes only drafts of which it is an author');
}

/** Who asks without a key sees public posts only. @throws NotFound */
export function requireVisible(
  { id, is_private }: { id: number; is_private: boolean },
  caller: Caller,
): void {
  if (caller === ANONYMOUS && is_private) throw new NotFound(`There is no published post with the id ${id}`);
}
