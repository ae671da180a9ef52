import { nowTs } from '../../platform/core/clock.ts';
import { PreconditionFailed } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { PostInput } from '../record/input.ts';
import type { Post } from '../record/post.ts';
import { readBodyVersion, type PostRecord } from '../record/record.ts';
import type { StoredContent } from './stored-content.ts';

type Marks = Pick<PostRecord, 'body_version' | 'body_by' | 'edited_by' | 'edited_ts'>;

/** Computes the fields that say who changed what of a post. Jobs, which have no caller, leave them as they are: they never write a body. */
export function markEdit(
  before: Post | null,
  content: StoredContent | undefined,
  caller: Caller | undefined,
): Marks {
  const edited = caller && { edited_by: caller.authorId, edited_ts: nowTs() };
  if (!content) return { ...edited };
  if (before?.content?.body === content.content.body)
    return { ...edited, body_version: readBodyVersion(before.value) };
  return { ...edited, body_version: undefined, ...(caller && { body_by: caller.authorId }) };
}

/**
 * Requires that the body has not changed since the version on which the sent one is based. A sent body that equals the stored one is accepted: a
 * request may be sent again after its answer was lost. @throws PreconditionFailed
 */
export function requireSameBody(
  { value, content }: Post,
  { body }: PostInput,
  bodyVersion: number | undefined,
): void {
  if (body === undefined || bodyVersion === undefined) return;
  const [current, body_version] = [content?.body ?? '', readBodyVersion(value)];
  if (bodyVersion === body_version || (body ?? '') === current) return;
  throw new PreconditionFailed(`body: has changed since the body_version ${bodyVersion}`, {
    data: { body: current, body_version, body_by: value.body_by ?? null },
  });
}
