import { NotFound } from '../core/errors.ts';
import { belongsTo } from '../posts/access.ts';
import { presentPost } from '../posts/present.ts';
import { readPost, type Post } from '../posts/read.ts';
import type { DeliveryRecord } from './record.ts';

/**
 * What is sent: who did what to which post, and the post as it is when it is sent, with its body; a removed one as it was last. What
 * happened in between is told by the deliveries that follow.
 */
export async function payloadOf({ user_id, post_id, action }: DeliveryRecord): Promise<string> {
  const read = post_id === null ? null : await readIfThere(post_id);
  const post = read && (await presentPost(read, { draftUrl: belongsTo('drafts', read.value) }));
  return JSON.stringify({ user_id, post_id, post, post_url: post?.post_url ?? null, action });
}

/** A removed post is purged after its time. */
async function readIfThere(id: number): Promise<Post | null> {
  try {
    return await readPost(id, true);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
