import { messages } from '../messages.ts';
import type { Post, Revision } from '../service/api.ts';

const { history: texts } = messages;
const LABELS: Readonly<Record<string, string>> = messages.fields;
/** Fields that are written rather than set. */
const WRITTEN: readonly string[] = ['headline', 'subheadline', 'body', 'listicle'];

/** What made a version of a story. */
export interface StoryEvent {
  /** The id of the author; null if unknown. */
  by: number | null;
  ts: number;
  what: string;
}

type Listed = Pick<Revision, 'action' | 'status' | 'edited_by' | 'edited_ts' | 'changed_fields'>;
type Current = Pick<
  Post,
  'version' | 'status' | 'edited_by' | 'edited_ts' | 'updated_ts' | 'last_published_ts' | 'staged_change'
>;

export function describeRevision(revision: Listed): StoryEvent {
  const { action, status, edited_by: by, edited_ts: ts, changed_fields: fields } = revision;
  const isEdit = action === null || action === 'edit';
  return { by, ts, what: isEdit ? describeEdit(fields, status) : texts.actions[action] };
}

function describeEdit(fields: readonly string[], status: Post['status']): string {
  if (fields.some(name => WRITTEN.includes(name)))
    return status === 'published' ? texts.updated : texts.wrote;
  const labels = [...new Set(fields.flatMap(name => LABELS[name] ?? []))];
  return labels.length === 0 ? texts.changed : texts.changedFields(labels.join(', '));
}

/**
 * The version that the story has now, which is no revision yet. The service answers its action only when it is replaced, so the newest revision
 * says what differs.
 */
export function describeCurrent(post: Current, newest: Listed | undefined): StoryEvent {
  const { edited_by, edited_ts, updated_ts, last_published_ts: published } = post;
  const action = nameAction(post, newest);
  const ts = edited_ts ?? updated_ts;
  const what = action === undefined ? texts.changed : texts.actions[action];
  // A planned publication is done later than the last edit, by the author who planned it.
  const isPlanned = action === 'publish' && newest?.status === 'scheduled' && (published ?? 0) > ts;
  return isPlanned ? { by: newest.edited_by, ts: published ?? ts, what } : { by: edited_by, ts, what };
}

function nameAction({ status, version }: Current, newest: Listed | undefined) {
  if (!newest) return version === 1 ? 'create' : undefined;
  if (newest.status === status) return undefined;
  if (status === 'removed') return 'remove';
  if (newest.status === 'removed') return 'restore';
  if (status === 'published') return 'publish';
  return newest.status === 'published' ? 'unpublish' : 'schedule';
}

/** What is written into a published story and isn't shown to readers yet. */
export function describeStaged({ staged_change: staged }: Current): StoryEvent | undefined {
  return staged ? { by: staged.edited_by, ts: staged.edited_ts, what: texts.staged } : undefined;
}
