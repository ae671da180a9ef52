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

/** Writes a post as it follows from these sections. @throws Contention */
type Rewrite = (read: Post, directory: Directory, change: Change) => Promise<void>;

/**
 * Rewrites posts, each under its version; skips posts that are deleted or unchanged.
 * @param rewrite `rewriteOnce` ends with the group of posts in which one meets contention; those before it are rewritten
 */
export async function rewritePosts(
  ids: readonly number[],
  change: Change,
  rewrite: Rewrite = rewriteRepeatedly,
): Promise<void> {
  const posts = await readPosts(ids, { content: false, consistent: true });
  if (posts.length === 0) return;
  const directory = await sectionDirectory();
  for (let start = 0; start < posts.length; start += MAX_CONCURRENT) {
    const group = posts.slice(start, start + MAX_CONCURRENT);
    const results = await Promise.allSettled(group.map(post => rewrite(post, directory, change)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

/** @throws Contention */
export async function rewriteOnce(current: Post, directory: Directory, change: Change): Promise<void> {
  const next = change(current.value, directory);
  if (!isDeepStrictEqual(next, current.value))
    await savePost({ current, next, directory, mayLackPath: true });
}

async function rewriteRepeatedly(post: Post, directory: Directory, change: Change): Promise<void> {
  let read: { post: Post; directory: Directory } | undefined = { post, directory };
  await retryContended(async () => {
    const [current] = read
      ? [read.post]
      : await readPosts([post.value.id], { content: false, consistent: true });
    const sections = read?.directory ?? (await sectionDirectory());
    read = undefined;
    if (current) await rewriteOnce(current, sections, change);
  });
}
