import * as v from 'valibot';
import { Badges } from '../../taxonomy/badges/record.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';
import type { IfMatch } from '../../platform/core/if-match.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { pickInto } from '../../platform/text/shape.ts';
import { fieldNames } from '../record/fields.ts';
import type { PostInput } from '../record/input.ts';
import type { Post } from '../record/post.ts';
import { readToEdit } from '../record/read.ts';
import type { PostRecord } from '../record/record.ts';
import { listDefaults, REVERTIBLE, type Revertible } from '../record/revertible.ts';
import { readRevision } from '../revisions/read.ts';
import { composePost } from './compose.ts';
import { withDates } from './edit.ts';
import { changeInAnyState } from './edit-in-any-state.ts';
import { referencesIn } from './membership.ts';

interface Revert {
  /** The version of the revision. */
  version: number;
  /** The fields that the post gets back; content and texts where none are named. */
  fields?: readonly Revertible[] | undefined;
  bodyVersion: number | undefined;
  keepUpdatedTs: boolean;
  ifMatch: IfMatch;
}

/** What the revision refers to and was deleted since. */
export const Dropped = v.object({ field: v.picklist(REVERTIBLE), id: v.number() });
export type Dropped = v.InferOutput<typeof Dropped>;

/**
 * Writes what is stored of a revision as a new version of its post, under the rules of the post's state. The rest of the post stays as it is.
 * @returns also what was left out because it was deleted
 * @throws NotFound (also of the revision), and what `editInAnyState` throws
 */
export async function revertPost(
  id: number,
  { version, fields = listDefaults(), ...options }: Revert,
  caller: Caller,
): Promise<{ post: Post; dropped: Dropped[] }> {
  const revision = await readRevision(id, version, caller);
  const chosen = new Set(fields);
  const input = toInput(revision, chosen);
  let dropped: Dropped[] = [];
  const post = await changeInAnyState({ ...options, input }, caller, {
    read: () => readToEdit(id),
    references: referencesIn(input),
    compose: async (current, directory) => {
      const value = restoreFields(current.value, revision.value, chosen);
      const existing = await leaveOutDeleted({ value, input, chosen }, directory);
      ({ dropped } = existing);
      const parts = { value: existing.value, content: current.content };
      const { next, content } = await composePost(parts, existing.input, caller, directory);
      return { next: withDates(next, { input, keepUpdatedTs: options.keepUpdatedTs }), content };
    },
  });
  return { post, dropped };
}

/** The fields that an edit treats as more than values to store. */
function toInput({ value, content }: Post, chosen: ReadonlySet<Revertible>): PostInput {
  const all: PostInput = {
    ...content,
    tags: value.tags,
    sections: value.explicit_sections,
    primary_section: value.primary_section,
    created_ts: value.created_ts,
    updated_ts: value.updated_ts,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => new Set<string>(chosen).has(name)));
}

/** The post with the stored values of the revision. Its tags are still those that its sections were computed from. */
function restoreFields(
  current: PostRecord,
  revision: PostRecord,
  chosen: ReadonlySet<Revertible>,
): PostRecord {
  const { basename, manual_basename } = revision;
  const plain = (['headline', 'roar_author_ids', ...fieldNames] as const).filter(name => chosen.has(name));
  return {
    ...current,
    ...pickInto({}, revision, plain),
    tags: current.tags,
    ...(chosen.has('basename') && { basename, manual_basename }),
  };
}

interface Restored {
  value: PostRecord;
  input: PostInput;
  chosen: ReadonlySet<Revertible>;
}

/** Leaves out badges and sections of the revision that were deleted since; nothing else that a post refers to can be. */
async function leaveOutDeleted({ value, input, chosen }: Restored, directory: Directory) {
  const dropped: Dropped[] = [];
  const existing = (field: Revertible, ids: readonly number[], exists: (id: number) => boolean): number[] => {
    dropped.push(...ids.filter(id => !exists(id)).map(id => ({ field, id })));
    return ids.filter(exists);
  };
  const isSection = (id: number): boolean => directory.find(id) !== undefined;
  const found = chosen.has('badges') ? await Badges.readMany(value.badges, { consistent: true }) : [];
  const badges = new Set(found.map(({ id }) => id));
  const { sections, primary_section: primary } = input;
  return {
    value: chosen.has('badges')
      ? { ...value, badges: existing('badges', value.badges, id => badges.has(id)) }
      : value,
    input: {
      ...input,
      ...(sections && { sections: existing('sections', sections.map(Number), isSection) }),
      ...(typeof primary === 'number' && {
        primary_section: existing('primary_section', [primary], isSection)[0] ?? null,
      }),
    },
    dropped,
  };
}
