import { readsConsistently, type Caller } from '../../../platform/http/caller.ts';
import type { Directory } from '../../../taxonomy/sections/directory.ts';
import { sectionDirectory } from '../../../taxonomy/sections/read.ts';
import { requireReadable } from '../../record/access.ts';
import type { Post } from '../../record/post.ts';
import { readPost } from '../../record/read.ts';
import { mayReadStaged, readStagedWithContent, toInput, type Staged } from '../../staged/read.ts';
import { composeFields, describeBody } from '../compose.ts';
import { withBasename, withDates } from '../edit.ts';
import { referencesIn } from '../membership.ts';

/** A post as an editor opens it: `isShown` says whether it is shown with its staged change. */
export interface Opened {
  post: Post;
  /** null: there is none; undefined: it was not looked for. */
  staged: Staged | null | undefined;
  isShown: boolean;
}

/**
 * Reads a post with its staged change, in one trip, and shows it with that where `wantsStaged`. The two reads are not a snapshot: while the
 * change is being applied, the answer may show the post before the application without the staged change. The feed of changes then has
 * the post's next version. @throws NotFound
 */
export async function openPost(id: number, wantsStaged: boolean, caller: Caller): Promise<Opened> {
  const consistent = readsConsistently(caller);
  const [post, found] = await Promise.all([
    readPost(id, { consistent }),
    readStagedWithContent(id, { consistent }),
  ]);
  requireReadable(caller, post.value);
  const staged = found && mayReadStaged(caller, post.value) ? found : null;
  if (!staged || !wantsStaged) return { post, staged, isShown: false };
  return { post: await showStaged(post, staged, caller), staged, isShown: true };
}

/** The post as applying its staged change would make it. What that refers to, but was deleted since, is left out. */
export async function showStaged(post: Post, staged: Staged, caller: Caller): Promise<Post> {
  const directory = await sectionDirectory(referencesIn(staged.value.fields));
  return await composeStaged(post, staged, { caller, directory });
}

export async function composeStaged(
  post: Post,
  staged: Pick<Staged, 'value' | 'content'>,
  { caller, directory }: { caller: Caller; directory: Directory },
): Promise<Post> {
  const input = toInput(staged);
  const { next, changed } = await composeFields(post, input, caller, directory);
  const described = changed ? { ...next, ...describeBody(changed.body) } : next;
  const value = withBasename(post.value, withDates(described, { input, keepUpdatedTs: true }));
  return { ...post, value, content: changed ?? post.content, isStaged: true };
}
