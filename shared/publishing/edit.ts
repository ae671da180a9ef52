import { nowTs } from '../core/clock.ts';
import { Conflict } from '../core/errors.ts';
import { requirePermission, type Caller } from '../http/caller.ts';
import { requireMatch, type IfMatch } from '../core/if-match.ts';
import { requireFamily, requireMayEdit, type Family } from '../posts/access.ts';
import { EMPTY_CONTENT, requireFitting } from '../posts/content.ts';
import type { PostInput } from '../posts/input.ts';
import type { Post } from '../posts/post.ts';
import { readPost } from '../posts/read.ts';
import type { PostRecord } from '../posts/record.ts';
import type { Directory } from '../sections/directory.ts';
import { sectionDirectory } from '../sections/read.ts';
import { retryContended } from '../store/retry.ts';
import type { Action as WebhookAction } from '../webhooks/actions.ts';
import { webhookEvents } from '../webhooks/event.ts';
import { readWantedActions } from '../webhooks/read.ts';
import { saveUnderBasename, desiredBasename } from './basename.ts';
import { createCleanupJob } from './cleanup.ts';
import { compose, composeContent, describeBody } from './compose.ts';
import { asDraft, asPublished } from './lifecycle.ts';
import { referencesIn } from './membership.ts';
import { storeContent } from './stored-content.ts';

export type Action = 'publish' | 'unpublish' | 'restore';

export interface Edit {
  family: Family;
  input: PostInput;
  action?: Action | undefined;
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
  return await retryContended(async () => {
    const [current, directory, wanted] = await Promise.all([
      readPost(id, true),
      sectionDirectory(referencesIn(edit.input)),
      readWantedActions(),
    ]);
    requireState(current.value, edit);
    requireMayEdit(caller, current.value);
    requireMatch(edit.ifMatch, current.version);
    return await save(current, edit, caller, { directory, wanted });
  });
}

interface Known {
  directory: Directory;
  wanted: Awaited<ReturnType<typeof readWantedActions>>;
}

async function save(current: Post, edit: Edit, caller: Caller, { directory, wanted }: Known): Promise<Post> {
  const { id } = current.value;
  const before = current.content ?? EMPTY_CONTENT;
  const content = composeContent(before, edit.input);
  if (content) requireFitting(content);
  const described = content ? { ...current.value, ...describeBody(content.body) } : current.value;
  const composed = await compose(described, edit.input, caller, directory);
  const stored = content && (await storeContent(id, content));
  const next = withBasename(current.value, withStatus(withDates(composed, edit), edit));
  const replaced = stored && current.object !== null;
  const jobs = replaced ? [createCleanupJob(id)] : [];
  const events = webhookEvents(wanted, {
    action: webhookActionOf(edit),
    before: current.value,
    next,
    version: current.version + 1,
    userId: caller.authorId,
  });
  const [saved] = await Promise.all([
    saveUnderBasename({ current, next, content: stored, directory, jobs, events }),
    stored?.safeForm,
  ]);
  return {
    ...current,
    ...saved,
    content: content ?? before,
    object: stored ? stored.object : current.object,
  };
}

/** The action that webhooks are sent. Restoring counts as creating. */
function webhookActionOf({ family, action }: Edit): WebhookAction {
  if (action === 'publish') return 'draft_publish';
  if (action === 'unpublish') return 'post_unpublish';
  const inPosts = family === 'posts';
  if (action === 'restore') return inPosts ? 'post_create' : 'draft_create';
  return inPosts ? 'post_edit' : 'draft_edit';
}

function withDates(post: PostRecord, { input, keepUpdatedTs }: Edit): PostRecord {
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

function withStatus(post: PostRecord, { family, action }: Edit): PostRecord {
  if (action === 'publish') return asPublished(post, nowTs());
  if (action === 'unpublish') return asDraft(post);
  if (action === 'restore') return family === 'posts' ? asPublished(post, nowTs()) : asDraft(post);
  return post;
}

/** An edit of manual_basename changes the basename, an edit of the headline does not. A restored post keeps its basename if it is free. */
function withBasename(current: PostRecord, next: PostRecord): PostRecord {
  const edited = next.manual_basename !== current.manual_basename;
  return edited ? { ...next, basename: desiredBasename(next) } : next;
}

/** @throws Conflict when the status does not allow the action; without action NotFound, when the post is in the other family */
function requireState(post: PostRecord, { family, action }: Edit): void {
  if (action === undefined) {
    requireFamily(family, post);
    return;
  }
  const from = { publish: ['draft', 'scheduled'], unpublish: ['published'], restore: ['removed'] }[action];
  if (!from.includes(post.status))
    throw new Conflict(`action: a ${post.status} post can’t be ${PAST[action]}`);
}

const PAST = { publish: 'published', unpublish: 'unpublished', restore: 'restored' };
