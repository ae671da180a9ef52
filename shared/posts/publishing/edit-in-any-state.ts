import { Conflict } from '../../platform/core/errors.ts';
import { requirePermission, type Caller } from '../../platform/http/caller.ts';
import { isInFamily } from '../record/access.ts';
import type { Post } from '../record/post.ts';
import { changePost } from './change.ts';
import { composeEdit, type Edit } from './edit.ts';
import { requireSameBody } from './edit-marks.ts';
import { EDIT, requireAllowed, type Transition } from './lifecycle.ts';

/** `bodyVersion`: of the body from which the sent one began. */
interface EditInAnyState extends Pick<Edit, 'input' | 'keepUpdatedTs' | 'ifMatch'> {
  bodyVersion: number | undefined;
}

/**
 * Edits a post under the rules of the state in which the write finds it: one that was published, scheduled or unscheduled while an editor
 * had it open is saved all the same, if its author may edit such a post. Only another body stops a sent one.
 * @throws NotFound, Conflict (removed, provider id), InvalidInput, Forbidden, PreconditionFailed (with the current body where that has changed), TooLarge
 */
export async function editInAnyState(id: number, edit: EditInAnyState, caller: Caller): Promise<Post> {
  return await changePost({
    caller,
    transition: chooseTransition,
    check: post => {
      if (post.value.status === 'published') requirePermission(caller, 'publish_post');
      requireAllowed(chooseTransition(post), caller, edit.ifMatch)(post);
      requireSameBody(post, edit.input, edit.bodyVersion);
    },
    ...composeEdit(id, edit, caller),
  });
}

function chooseTransition({ value }: Post): Transition {
  if (value.status === 'removed') throw new Conflict('A removed post can’t be edited before it is restored');
  return EDIT[isInFamily('posts', value) ? 'posts' : 'drafts'].edit;
}
