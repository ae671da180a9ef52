import type { Post } from '../../../../shared/posts/record/post.ts';
import { readPosts } from '../../../../shared/posts/record/read.ts';
import { findLoss, type Losses } from './losses.ts';

/** Reads posts with their texts, without those whose text is lost or damaged: it must not hide the others of its page. */
export async function readTablePosts(ids: readonly number[], losses: Losses): Promise<Post[]> {
  const read = (some: readonly number[]) => readPosts(some, { content: true, consistent: true });
  try {
    return await read(ids);
  } catch (error) {
    if (!findLoss(error)) throw error;
  }
  const found: Post[] = [];
  for (const id of ids) found.push(...((await losses.unlessLost(`post ${id}`, () => read([id]))) ?? []));
  return found;
}
