import { isDeepStrictEqual } from 'node:util';
import type { Post } from '../posts/post.ts';
import { readPosts } from '../posts/read.ts';
import type { PostRecord } from '../posts/record.ts';
import type { Directory } from '../sections/directory.ts';
import { sectionDirectory } from '../sections/read.ts';
import { changePost, type Composed, type PostChange } from './change.ts';

const MAX_CONCURRENT = 10;

/** Limits one run of a job over many posts. */
export interface Budget {
  posts: number;
  /** Milliseconds since 1970. */
  until: number;
}

/** @returns the changed post, or an equal one when nothing changes. It is called again when the write is retried. */
export type Change = (post: PostRecord, directory: Directory) => PostRecord;

/**
 * Rewrites posts, each under its version; skips posts that are deleted or unchanged.
 * @param once ends with the group of posts in which one meets contention; those before it are rewritten
 * @throws Contention (`once`)
 */
export async function rewritePosts(
  ids: readonly number[],
  change: Change,
  { once = false } = {},
): Promise<void> {
  const posts = await readPosts(ids, { content: false, consistent: true });
  if (posts.length === 0) return;
  const directory = await sectionDirectory();
  for (let start = 0; start < posts.length; start += MAX_CONCURRENT) {
    const group = posts.slice(start, start + MAX_CONCURRENT);
    const results = await Promise.allSettled(
      group.map(post => changePost({ ...toPostChange(post, directory, change), once })),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

/** The first attempt is made with the post and the sections as they were read, each other one reads them again. */
function toPostChange(post: Post, directory: Directory, change: Change): PostChange<Post | null, Composed | undefined> {
  const [posts, directories] = [[post], [directory]];
  const { id } = post.value;
  return {
    read: async () =>
      posts.pop() ?? (await readPosts([id], { content: false, consistent: true }))[0] ?? null,
    readSections: async () => directories.pop() ?? (await sectionDirectory()),
    compose: (current, sections) => {
      const next = current && change(current.value, sections);
      return next && !isDeepStrictEqual(next, current.value) ? { next } : undefined;
    },
    mayLackPath: true,
  };
}
