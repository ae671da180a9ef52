import { nowTs } from '../../platform/core/clock.ts';
import type { IfMatch } from '../../platform/core/if-match.ts';
import { requirePermission, type Caller } from '../../platform/http/caller.ts';
import type { Family } from '../record/access.ts';
import type { PostInput } from '../record/input.ts';
import type { Post } from '../record/post.ts';
import { readToEdit, readToReplace } from '../record/read.ts';
import type { PostRecord } from '../record/record.ts';
import { desiredBasename } from './basename.ts';
import { changePost, type PostChange } from './change.ts';
import { composePost } from './compose.ts';
import { EDIT, requireAllowed, type Action } from './lifecycle.ts';
import { referencesIn } from './membership.ts';

export interface Edit {
  family: Family;
  input: PostInput;
  action?: Action | null | undefined;
  /** `prevent_modifying_updated_ts` */
  keepUpdatedTs?: boolean;
  ifMatch: IfMatch;
}

/**
 * Edits a post and, with `action`, changes its status, in one write. Fields that are not sent stay unchanged.
 * @throws NotFound, Conflict (state, provider id), InvalidInput, Forbidden, PreconditionFailed, TooLarge
 */
export async function editPost(id: number, edit: Edit, caller: Caller): Promise<Post> {
  if (edit.action) requirePermission(caller, 'publish_post');
  const { family, ifMatch } = edit;
  const transition = EDIT[family][edit.action ?? 'edit'];
  return await changePost({
    transition,
    caller,
    check: requireAllowed(transition, caller, ifMatch),
    ...composeEdit(id, edit, caller, transition.apply),
  });
}

/** What an edit reads, and what it makes of the post. */
export function composeEdit(
  id: number,
  edit: Pick<Edit, 'input' | 'keepUpdatedTs'>,
  caller: Caller,
  apply: (post: PostRecord, now: number) => PostRecord = post => post,
): Pick<PostChange<Post>, 'read' | 'references' | 'compose' | 'saving'> {
  const { input } = edit;
  return {
    saving: 'save',
    read: () =>
      input.body !== undefined && input.listicle !== undefined ? readToReplace(id) : readToEdit(id),
    references: referencesIn(input),
    compose: async (current, directory) => {
      const { next, content } = await composePost(current, input, caller, directory);
      const changed = apply(withDates(next, edit), nowTs());
      return { next: withBasename(current.value, changed), content };
    },
  };
}

export function withDates(
  post: PostRecord,
  { input, keepUpdatedTs }: Pick<Edit, 'input' | 'keepUpdatedTs'>,
): PostRecord {
  const updated_ts = input.updated_ts ?? (keepUpdatedTs ? post.updated_ts : nowTs());
  return { ...post, ...createdDate(post, input.created_ts), updated_ts };
}

/** null resets created_ts to the first publication or, before that, to the creation. */
function createdDate(
  { created_ts, first_published_ts, inserted_ts }: PostRecord,
  sent: number | null | undefined,
): Partial<PostRecord> {
  if (sent === null)
    return { created_ts: first_published_ts ?? inserted_ts, dated: first_published_ts !== null };
  // An unchanged date that is sent back does not count as given: a draft still gets the date of its publication.
  return sent === undefined || sent === created_ts ? {} : { created_ts: sent, dated: true };
}

/** An edit of manual_basename changes the basename, an edit of the headline does not. A restored post keeps its basename if it is free. */
export function withBasename(current: PostRecord, next: PostRecord): PostRecord {
  const edited = next.manual_basename !== current.manual_basename;
  return edited ? { ...next, basename: desiredBasename(next) } : next;
}
