import type { IfMatch } from '../../../platform/core/if-match.ts';
import { requirePermission, type Caller } from '../../../platform/http/caller.ts';
import type { Post } from '../../record/post.ts';
import { readToEdit } from '../../record/read.ts';
import { readStagedWithContent, toInput, type Staged } from '../../staged/read.ts';
import { changePost, type PostChange } from '../change.ts';
import { composePost } from '../compose.ts';
import { dropStaged } from '../drop-staged.ts';
import { withBasename, withDates } from '../edit.ts';
import { chooseTransition } from '../edit-in-any-state.ts';
import { requireAllowed } from '../lifecycle.ts';
import { referencesIn } from '../membership.ts';
import { requireBodyVersion, requireSameBase, requireStaged } from './checks.ts';

interface Apply {
  /** Whether to replace a body even if it has changed since the staged one was begun. */
  isForced: boolean;
  /** The version of the staged body that the caller has seen. */
  bodyVersion: number | undefined;
  keepUpdatedTs: boolean;
  ifMatch: IfMatch;
}

/** A post that is read with its staged change. */
interface PostWithStaged extends Post {
  staged: Staged | undefined;
}

/**
 * Makes the staged change of a post in one write: the ordinary edit, and the end of the change. @throws NotFound (also where there is none),
 * Conflict, Forbidden, InvalidInput, PreconditionFailed, TooLarge
 */
export async function applyStaged(
  id: number,
  { isForced, bodyVersion, keepUpdatedTs, ifMatch }: Apply,
  caller: Caller,
): Promise<Post> {
  requirePermission(caller, 'publish_post');
  const found = await readStagedWithContent(id, { consistent: true });
  return await changePost({
    ...composeApplication(id, found, { caller, keepUpdatedTs }),
    check: post => {
      const staged = requireStaged(caller, post, post.staged);
      requireAllowed(chooseTransition(post), caller, ifMatch)(post);
      requireBodyVersion(staged, bodyVersion);
      if (!isForced) requireSameBase(post, staged);
    },
  });
}

/** `found`: the change before the post is read with it; it names the sections that are needed. */
export function composeApplication(
  id: number,
  found: Staged | undefined,
  { caller, keepUpdatedTs }: { caller: Caller; keepUpdatedTs: boolean },
): PostChange<PostWithStaged> {
  return {
    caller,
    transition: chooseTransition,
    references: referencesIn(found?.value.fields ?? {}),
    read: async () => {
      const [post, staged] = await Promise.all([
        readToEdit(id),
        readStagedWithContent(id, { consistent: true }),
      ]);
      return { ...post, staged };
    },
    compose: async (post, directory) => {
      const input = toInput(requireStaged(caller, post, post.staged));
      const { next, content } = await composePost(post, input, caller, directory);
      return { next: withBasename(post.value, withDates(next, { input, keepUpdatedTs })), content };
    },
    also: async (transaction, { staged }) => {
      if (staged) await dropStaged(transaction, staged);
    },
  };
}
