import { Conflict, Forbidden, NotFound, PreconditionFailed } from '../../../platform/core/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Contention } from '../../../platform/store/retry.ts';
import { requireReadable } from '../../record/access.ts';
import type { PostInput } from '../../record/input.ts';
import type { Post } from '../../record/post.ts';
import { readBodyVersion } from '../../record/record.ts';
import { hasOtherBase } from '../../staged/present.ts';
import { mayReadStaged, type Staged } from '../../staged/read.ts';
import { isSavedDirectly } from '../edit-in-any-state.ts';
import { requireSameBody } from '../edit-marks.ts';

interface Staging {
  staged: Staged | undefined;
  isAutosave: boolean;
}

/**
 * Authors of a post, and those who may publish it, stage changes of it. One that is planned is applied without a further check, so it is
 * changed only by those who may publish. @throws NotFound, Conflict, Forbidden with the state of the post; Contention where an autosave
 * no longer needs to be staged
 */
export function requireMayStage(caller: Caller, post: Post, { staged, isAutosave }: Staging): void {
  const { status, roar_author_ids } = post.value;
  requireReadable(caller, post.value);
  if (status === 'removed') throw new Conflict('A removed post can’t be edited before it is restored');
  if (isAutosave && isSavedDirectly(post, caller)) throw new Contention('The post itself can be saved again');
  if (!isAutosave && status !== 'published' && !staged)
    throw new Conflict('stage: only a published post has a staged change');
  const refuse = (message: string) => new Forbidden(message, { data: { state: status } });
  if (caller.permissions.has('publish_post')) return;
  if (!roar_author_ids.includes(caller.authorId))
    throw refuse('Only the authors of the post, and keys with publish_post, write changes of it');
  if (staged?.value.plan)
    throw refuse('A change that is planned to be applied needs the permission publish_post');
}

/** @throws NotFound when there is no staged change that the caller may read */
export function requireStaged(caller: Caller, post: Post, staged: Staged | undefined): Staged {
  requireReadable(caller, post.value);
  if (staged && mayReadStaged(caller, post.value)) return staged;
  throw new NotFound(`The post ${post.value.id} has no staged change`);
}

/**
 * Requires that the sent body is based on the staged one or, while none is staged, on the post's. One that equals the staged body is accepted.
 * @throws PreconditionFailed
 */
export function requireSameStagedBody(
  post: Post,
  staged: Staged | undefined,
  { input, bodyVersion }: { input: PostInput; bodyVersion: number | undefined },
): void {
  if (!staged?.value.contents.includes('body')) requireSameBody(post, input, bodyVersion);
  else if (input.body !== undefined && (input.body ?? '') !== staged.content.body)
    requireBodyVersion(staged, bodyVersion);
}

/** Requires that the staged body is the one that the caller has seen. @throws PreconditionFailed with it */
export function requireBodyVersion(
  { value: { body_version, body_by }, content: { body } }: Staged,
  bodyVersion: number | undefined,
): void {
  if (bodyVersion === undefined || bodyVersion === body_version) return;
  throw new PreconditionFailed(`body: the staged one has changed since the body_version ${bodyVersion}`, {
    data: { body, body_version, body_by, staged: true },
  });
}

/** Requires that the post's body is the one on which the staged one is based. @throws PreconditionFailed with the post's */
export function requireSameBase({ value, content }: Post, staged: Staged): void {
  const body = content?.body ?? '';
  if (!hasOtherBase(staged.value, value) || body === staged.content.body) return;
  throw new PreconditionFailed('body: that of the post has changed since the staged one began', {
    data: { body, body_version: readBodyVersion(value), body_by: value.body_by ?? null, staged: false },
  });
}
