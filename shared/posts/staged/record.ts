import * as v from 'valibot';
import { entity } from '../../platform/store/records/entity.ts';
import type { PostInput } from '../record/input.ts';
import { TIMELINE } from '../record/timelines.ts';

/** The fields that an editor sent, without body and listicle. */
type StagedFields = Omit<PostInput, keyof ContentInput>;
type ContentInput = Pick<PostInput, 'body' | 'listicle'>;

const StoredFields = v.custom<StagedFields>(value => typeof value === 'object' && value !== null);
const StagedContent = v.picklist(['body', 'listicle']);
export type StagedContent = v.InferOutput<typeof StagedContent>;

/** When it is to be applied, and who asked for that. */
const Plan = v.object({ at: v.number(), by: v.number(), key_id: v.number() });

/** A planned application that was not done: when it was due, and why. */
const Failure = v.object({ at: v.number(), messages: v.array(v.string()) });

/**
 * A staged change of a post is an edit that was sent and is kept, so that it can be applied later: applying it is the ordinary edit, and
 * showing it is composing without saving. Readers, lists, search and feeds never read it.
 *   of a post    STAGED#<post> / change {data: this record, version; text, zipped or object: body and listicle, as in the content item}
 *   all          T#staged, so that lists of posts look only for those that there are
 *   to be applied  T#staged-due by (plan.at, post): the sweep and the publisher
 * A post has one. It is no item of the post's own partition, which readers' requests query. Each write is under its version, and the first
 * one also under that of the post. Applying deletes it in the post's transaction, and removing the post deletes it or requires that there is
 * none: so of two simultaneous requests the later one sees what the first one did, and a crash leaves all or nothing.
 */
export const StagedRecord = v.object({
  /** The id of the post. */
  id: v.number(),
  /** Each change of a post has its own. */
  change_id: v.number(),
  fields: StoredFields,
  /** Which of the stored texts are staged. */
  contents: v.array(StagedContent),
  /** An id, so that it differs from all versions of the post: an editor may begin from either. null while no body is staged. */
  body_version: v.nullable(v.number()),
  body_by: v.nullable(v.number()),
  /** The version of the post with which the change began. */
  base_version: v.number(),
  /** The version of the post's body from which the staged one began. */
  base_body_version: v.number(),
  /** The authors who have sent parts of it. */
  authors: v.array(v.number()),
  edited_by: v.number(),
  edited_ts: v.number(),
  created_ts: v.number(),
  plan: v.nullable(Plan),
  failure: v.nullable(Failure),
});
export type StagedRecord = v.InferOutput<typeof StagedRecord>;

export const StagedChanges = entity({
  name: 'staged change',
  record: StagedRecord,
  pk: 'STAGED#*',
  sk: 'change',
  lists: {
    staged: ({ created_ts: ts }) => [{ timeline: TIMELINE.staged, ts }],
    'staged-due': ({ plan }) => (plan ? [{ timeline: TIMELINE.stagedDue, ts: plan.at }] : []),
  },
});
