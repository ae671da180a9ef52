import { Conflict } from '../../platform/core/errors.ts';
import { requirePermission, type Caller } from '../../platform/http/caller.ts';
import { isInFamily, mayEdit, requireReadable } from '../record/access.ts';
import type { Post } from '../record/post.ts';
import { changePost, type PostChange } from './change.ts';
import { composeEdit, type Edit } from './edit.ts';
import { requireSameBody } from './edit-marks.ts';
import { EDIT, requireAllowed, type Transition } from './lifecycle.ts';

/** `bodyVersion`: of the body from which the sent one began. */
export interface EditInAnyState extends Pick<Edit, 'input' | 'ifMatch'> {
  bodyVersion: number | undefined;
}

/**
 * Edits a post under the rules of the state in which the write finds it: one that was published, scheduled or unscheduled while an editor
 * had it open is saved all the same, if its author may edit such a post. Only another body stops a sent one.
 * @throws NotFound, Conflict (removed, provider id), InvalidInput, Forbidden, PreconditionFailed (with the current body where that has
 * changed), TooLarge
 */
export async function editInAnyState(
  id: number,
  edit: EditInAnyState & Pick<Edit, 'keepUpdatedTs'>,
  caller: Caller,
): Promise<Post> {
  return await changeInAnyState(edit, caller, composeEdit(id, edit, caller));
}

/** An autosave that is staged (staging/stage.ts). */
export class MustBeStaged extends Error {}

/**
 * Saves a draft that is being written: without an event and a revision of its own (series.ts), and without a new `updated_ts`.
 * @throws MustBeStaged, and what `editInAnyState` throws
 */
export async function autosave(id: number, edit: EditInAnyState, caller: Caller): Promise<Post> {
  const composed = composeEdit(id, { ...edit, keepUpdatedTs: true }, caller);
  return await changeInAnyState(edit, caller, {
    ...composed,
    saving: 'autosave',
    check: post => {
      if (post.value.status !== 'removed' && !isSavedDirectly(post, caller)) throw new MustBeStaged();
    },
  });
}

/** Whether what the caller writes is saved in the post itself while it is being written. */
export function isSavedDirectly({ value }: Post, caller: Caller): boolean {
  return isInFamily('drafts', value) && mayEdit(caller, value);
}

type Composition = Pick<PostChange<Post>, 'read' | 'references' | 'compose' | 'saving' | 'check'>;

/** Changes a post as `composed` says, under these rules. */
export async function changeInAnyState(
  { input, bodyVersion, ifMatch }: EditInAnyState,
  caller: Caller,
  { check, ...composed }: Composition,
): Promise<Post> {
  return await changePost({
    caller,
    transition: chooseTransition,
    check: post => {
      requireReadable(caller, post.value);
      check?.(post);
      if (post.value.status === 'published') requirePermission(caller, 'publish_post');
      requireAllowed(chooseTransition(post), caller, ifMatch)(post);
      requireSameBody(post, input, bodyVersion);
    },
    ...composed,
  });
}

export function chooseTransition({ value }: Post): Transition {
  if (value.status === 'removed') throw new Conflict('A removed post can’t be edited before it is restored');
  return EDIT[isInFamily('posts', value) ? 'posts' : 'drafts'].edit;
}
