import { nowTs } from '../core/clock.ts';
import { Conflict } from '../core/errors.ts';
import { requirePermission, type Caller } from '../http/caller.ts';
import { requireMatch, type IfMatch } from '../http/match.ts';
import { requireFamily, requireMayEdit, type Family } from '../posts/access.ts';
import { EMPTY_CONTENT, requireFitting } from '../posts/content.ts';
import type { PostInput } from '../posts/input.ts';
import { readPost, type Post } from '../posts/read.ts';
import type { PostRecord } from '../posts/record.ts';
import { sectionDirectory, type Directory } from '../sections/directory.ts';
import { retryContended } from '../store/retry.ts';
import type { Action as WebhookAction } from '../webhooks/actions.ts';
import { webhookEvents } from '../webhooks/event.ts';
import { readWantedActions } from '../webhooks/known.ts';
import { saveUnderBasename, desiredBasename } from './basename.ts';
import { cancellationOf } from './cancellation.ts';
import { cleanupOf } from './cleanup.ts';
import { compose, composeContent, describeBody } from './compose.ts';
import { drafted, published } from './lifecycle.ts';
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
 * Edits a post and, by `action`, changes its state, in one write. Fields that are not sent are never overwritten.
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
  const next = withBasename(current.value, inState(dated(composed, edit), edit));
  const replaced = stored && current.object !== null;
  const follow = [...(replaced ? [cleanupOf(id)] : []), ...cancellationOf(current.value, next)];
  const events = webhookEvents(wanted, {
    action: actionOf(edit),
    before: current.value,
    next,
    version: current.version + 1,
    userId: caller.authorId,
  });
  const saved = await saveUnderBasename({ current, next, content: stored, directory, follow, events });
  return {
    ...current,
    ...saved,
    content: content ?? before,
    object: stored ? stored.object : current.object,
  };
}

/** What webhooks call it. A restored post is there anew. */
function actionOf({ family, action }: Edit): WebhookAction {
  if (action === 'publish') return 'draft_publish';
  if (action === 'unpublish') return 'post_unpublish';
  const inPosts = family === 'posts';
  if (action === 'restore') return inPosts ? 'post_create' : 'draft_create';
  return inPosts ? 'post_edit' : 'draft_edit';
}

function dated(post: PostRecord, { input, keepUpdatedTs }: Edit): PostRecord {
  const updated_ts = input.updated_ts ?? (keepUpdatedTs ? post.updated_ts : nowTs());
  return { ...post, ...dateOf(post, input.created_ts), updated_ts };
}

/** null takes a given date back: to the first publication, before that to the creation. */
function dateOf(
  { created_ts, first_published_ts, inserted_ts }: PostRecord,
  sent: number | null | undefined,
): Partial<PostRecord> {
  if (sent === null)
    return { created_ts: first_published_ts ?? inserted_ts, dated: first_published_ts !== null };
  // The date sent back as it was read is no date given: a draft still gets the time of its publication.
  return sent === undefined || sent === created_ts ? {} : { created_ts: sent, dated: true };
}

function inState(post: PostRecord, { family, action }: Edit): PostRecord {
  if (action === 'publish') return published(post, nowTs());
  if (action === 'unpublish') return drafted(post);
  if (action === 'restore') return family === 'posts' ? published(post, nowTs()) : drafted(post);
  return post;
}

/** A manual_basename edit changes the basename, a headline edit doesn't; a restored post takes its own again if it can. */
function withBasename(current: PostRecord, next: PostRecord): PostRecord {
  const edited = next.manual_basename !== current.manual_basename;
  return edited ? { ...next, basename: desiredBasename(next) } : next;
}

/** @throws NotFound without action, Conflict when the state does not allow the action */
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
