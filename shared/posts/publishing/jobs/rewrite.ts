import { isDeepStrictEqual } from 'node:util';
import type { Post } from '../../record/post.ts';
import { readPosts } from '../../record/read.ts';
import type { PostRecord } from '../../record/record.ts';
import type { Directory } from '../../../taxonomy/sections/directory.ts';
import { sectionDirectory } from '../../../taxonomy/sections/read.ts';
import { changePost } from '../change.ts';

const MAX_CONCURRENT = 10;
const PARTS = { content: false, consistent: true };

/** Limits one run of a job over many posts. */
export interface Budget {
  posts: number;
  /** Milliseconds since 1970. */
  until: number;
}

/** @returns the changed post, or an equal one when nothing changes. It is called again when the write is retried. */
export type Change = (post: PostRecord, directory: Directory) => PostRecord;

interface Options {
  /** Whether to end with the group of posts in which one meets contention; those before it are rewritten. */
  once?: boolean;
  /** Adds to a post, as it is read, what earlier versions of the service did not store. */
  complete?: Change;
}

/** Rewrites posts, each under its version; skips posts that are deleted or unchanged. @throws Contention (`once`) */
export async function rewritePosts(
  ids: readonly number[],
  change: Change,
  { once = false, complete = post => post }: Options = {},
): Promise<void> {
  const posts = await readPosts(ids, PARTS);
  for (let start = 0; start < posts.length; start += MAX_CONCURRENT) {
    // Posts that are rewritten side by side would each read sections that are not cached.
    const directory = await sectionDirectory();
    const completed = (post: Post): Post => ({ ...post, value: complete(post.value, directory) });
    const group = posts.slice(start, start + MAX_CONCURRENT);
    const results = await Promise.allSettled(
      group.map(post => rewritePost(post, { change, completed, once })),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

/** The first attempt is made with the post as it was read, each other one reads it again. */
async function rewritePost(
  post: Post,
  { change, completed, once }: { change: Change; completed: (post: Post) => Post; once: boolean },
): Promise<void> {
  const read = [post];
  await changePost<Post | null>({
    read: async () => {
      const found = read.pop() ?? (await readPosts([post.value.id], PARTS))[0];
      return found ? completed(found) : null;
    },
    compose: (current, directory) => {
      const next = current && change(current.value, directory);
      return next && !isDeepStrictEqual(next, current.value) ? { next } : undefined;
    },
    mayLackPath: true,
    once,
  });
}
