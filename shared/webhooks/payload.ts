import { NotFound } from '../core/errors.ts';
import { isInFamily } from '../posts/access.ts';
import { presentPost } from '../posts/present.ts';
import type { Post } from '../posts/post.ts';
import { readPost } from '../posts/read.ts';
import type { DeliveryRecord } from './record.ts';

/**
 * The body of a delivery: the action, its author, and the post with its body as it is at the time of sending; for a removed post, its
 * last state. Intermediate states are not reproduced: each change has its own delivery.
 */
export async function payloadOf({ user_id, post_id, action }: DeliveryRecord): Promise<string> {
  const read = post_id === null ? null : await readIfThere(post_id);
  const post = read && (await presentPost(read, { draftUrl: isInFamily('drafts', read.value) }));
  return JSON.stringify({ user_id, post_id, post, post_url: post?.post_url ?? null, action });
}

/** @returns null when the removed post has been purged */
async function readIfThere(id: number): Promise<Post | null> {
  try {
    return await readPost(id, true);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
