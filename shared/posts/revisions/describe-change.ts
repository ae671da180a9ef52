import { isDeepStrictEqual } from 'node:util';
import { nowTs } from '../../platform/core/clock.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { EMPTY_CONTENT, type Content } from '../record/content.ts';
import { fieldNames } from '../record/fields.ts';
import type { Post } from '../record/post.ts';
import {
  listPostSections,
  NO_WORDS,
  type ChangedWords,
  type Made,
  type PostRecord,
} from '../record/record.ts';

interface Change {
  next: PostRecord;
  /** Only when it changes. */
  content?: { content: Content; words: ChangedWords } | undefined;
}

interface Contents {
  before: Content;
  after: Content;
}

/** How the next version of a post comes to be: a scheduled publication by the author who scheduled it. */
export function describeChange(
  before: Post | null,
  { next, content }: Change,
  caller: Caller | undefined,
): Made {
  const action = nameAction(before?.value ?? null, next);
  const planner = action === 'publish' ? before?.value.scheduled_by : undefined;
  const contents = content && { before: before?.content ?? EMPTY_CONTENT, after: content.content };
  return {
    version: (before?.version ?? 0) + 1,
    action,
    author_id: caller?.authorId ?? planner ?? null,
    key_id: caller?.keyId ?? null,
    ts: nowTs(),
    fields: before
      ? [...changedFields(before.value, next), ...(contents ? changedContents(contents) : [])]
      : [],
    ...(content?.words ?? NO_WORDS),
  };
}

/** `schedule` also where a schedule is changed or ended. */
function nameAction(before: PostRecord | null, next: PostRecord): Made['action'] {
  if (!before) return 'create';
  if (before.status === next.status) return before.scheduled_at === next.scheduled_at ? 'edit' : 'schedule';
  if (next.status === 'removed') return 'remove';
  if (before.status === 'removed') return 'restore';
  if (next.status === 'published') return 'publish';
  return before.status === 'published' ? 'unpublish' : 'schedule';
}

/** The fields that people and jobs change: not `updated_ts`, and not what is computed from others. */
const FIELDS = [
  'status',
  'headline',
  'basename',
  'primary_section',
  'roar_author_ids',
  'created_ts',
  'scheduled_at',
  ...fieldNames,
] as const;

function changedFields(before: PostRecord, after: PostRecord): string[] {
  const names = FIELDS.filter(name => !isDeepStrictEqual(before[name], after[name]));
  const hasSame = isDeepStrictEqual(listPostSections(before), listPostSections(after));
  return hasSame ? names : [...names, 'sections'];
}

function changedContents({ before, after }: Contents): string[] {
  const names = ['body', 'listicle'] as const;
  return names.filter(name => !isDeepStrictEqual(before[name], after[name]));
}
