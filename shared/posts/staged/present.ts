import * as v from 'valibot';
import { readBodyVersion, type PostRecord } from '../record/record.ts';
import type { StagedRecord } from './record.ts';

const maybeNumber = v.nullable(v.number());

/** A staged change in an answer. `has_conflict`: the post's body has changed since the staged one began. */
export const StagedChange = v.object({
  id: v.number(),
  version: v.number(),
  fields: v.array(v.string()),
  body_version: maybeNumber,
  base_version: v.number(),
  base_body_version: v.number(),
  has_conflict: v.boolean(),
  authors: v.array(v.number()),
  edited_by: v.number(),
  edited_ts: v.number(),
  created_ts: v.number(),
  apply_at: maybeNumber,
  apply_by: maybeNumber,
  /** When the application was due that was not done, and why. */
  failure: v.nullable(v.object({ apply_at: v.number(), messages: v.array(v.string()) })),
});
export type StagedChange = v.InferOutput<typeof StagedChange>;

export function presentStaged(version: number, staged: StagedRecord, post: PostRecord): StagedChange {
  const { change_id: id, plan, failure, body_version, base_version, base_body_version } = staged;
  const { authors, edited_by, edited_ts, created_ts } = staged;
  return {
    ...{ id, version, fields: [...Object.keys(staged.fields), ...staged.contents] },
    ...{ body_version, base_version, base_body_version, has_conflict: hasOtherBase(staged, post) },
    ...{ authors, edited_by, edited_ts, created_ts },
    ...{ apply_at: plan?.at ?? null, apply_by: plan?.by ?? null },
    failure: failure && { apply_at: failure.at, messages: failure.messages },
  };
}

/** Whether the post's body is another one than that from which a staged body began. */
export function hasOtherBase({ contents, base_body_version }: StagedRecord, post: PostRecord): boolean {
  return contents.includes('body') && readBodyVersion(post) !== base_body_version;
}
