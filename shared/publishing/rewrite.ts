import { isDeepStrictEqual } from 'node:util';
import type { Post } from '../posts/post.ts';
import { readPosts } from '../posts/read.ts';
import type { PostRecord } from '../posts/record.ts';
import type { Directory } from '../sections/directory.ts';
import { sectionDirectory } from '../sections/read.ts';
import { retryContended } from '../store/retry.ts';
import { savePost } from './save.ts';

const MAX_CONCURRENT = 10;

/** Limits one run of a job over many posts. */
export interface Budget {
  posts: number;
  /** Milliseconds since 1970. */
  until: number;
}

/** @returns the changed post, or an equal one when nothing changes. It is called again when the write is retried. */
export type Change = (post: PostRecord, directory: Directory) => PostRecord;

/** Rewrites posts, each under its version; skips posts that are deleted or unchanged. */
export async function rewritePosts(ids: readonly number[], change: Change): Promise<void> {
  const posts = await readPosts(ids, { content: false, consistent: true });
  for (let start = 0; start < posts.length; start += MAX_CONCURRENT) {
    await Promise.all(posts.slice(start, start + MAX_CONCURRENT).map(post => rewrite(post, change)));
  }
}

async function rewrite(post: Post, change: Change): Promise<void> {
  let read: Post | undefined = post;
  await retryContended(async () => {
    const current = read ?? (await readPosts([post.value.id], { content: false, consistent: true }))[0];
    read = undefined;
    if (!current) return;
    const directory = await sectionDirectory();
    const next = change(current.value, directory);
    if (!isDeepStrictEqual(next, current.value))
      await savePost({ current, next, directory, mayLackPath: true });
  });
}
