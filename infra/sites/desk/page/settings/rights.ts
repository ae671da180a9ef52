import type { Post } from '../service/api.ts';
import { may, me } from '../service/me.ts';

/** Whether the service would take what the author writes into the story; it checks it again. */
export function mayWrite(post: Pick<Post, 'status' | 'roar_author_ids'> | undefined): boolean {
  if (!me.value || !may('write_draft')) return false;
  if (!post || may('publish_post')) return true;
  const isOwn = post.roar_author_ids.includes(me.value.author.id);
  if (post.status === 'scheduled') return false;
  return isOwn || (post.status === 'draft' && me.value.role !== 'Guest Writer');
}
