import * as v from 'valibot';
import { clearable, id, timestamp } from '../../platform/values/fields.ts';
import { boundedList, integerFrom, line } from '../../platform/values/bounds.ts';
import { maybe } from '../../platform/values/nested.ts';
import { contentFields, editable, headline, sectionReference } from './input-fields.ts';
import { REVERTIBLE } from './revertible.ts';

const NO_AUTHORS = v.pipe(
  v.literal(''),
  v.transform((): number[] => []),
);

const optional = clearable({
  ...editable,
  ...contentFields,
  /** A client may send back automatic sections, so the limit is higher than that of explicit ones (posts/publishing/compose.ts). */
  sections: boundedList(sectionReference, 1000),
  primary_section: sectionReference,
  /** null, "" and [] stand for the author of the key. */
  roar_author_ids: v.lazy(value => (value === '' ? NO_AUTHORS : boundedList(id, 50))),
  created_ts: timestamp,
  updated_ts: timestamp,
}).entries;

const flag = v.nullish(
  v.pipe(
    v.picklist([0, 1], 'must be 0 or 1'),
    v.transform(value => value === 1),
  ),
  0,
);
function action<const A extends string[]>(...actions: A) {
  return v.nullish(v.picklist(actions, `must be one of ${actions.join(', ')}`));
}

const provider = { provider_post_id: v.nullish(line(300)) };

const create = { ...optional, ...provider, headline };
const edit = { ...optional, headline: v.optional(headline) };

export const DraftCreateInput = v.object(create);
export const DraftEditInput = v.object({ ...edit, action: action('publish', 'restore') });
export const PostCreateInput = v.object({ ...create, action: action('publish') });
export const PostEditInput = v.object({
  ...edit,
  action: action('unpublish', 'restore'),
  prevent_modifying_updated_ts: flag,
});

const yes = v.nullish(v.boolean('must be true or false'), false);

/**
 * An edit of a post in any state. `body_version` is that of the body from which the sent one began; `revert_to` is sent instead of other
 * fields.
 */
export const AnyPostEditInput = v.object({
  ...edit,
  body_version: maybe(integerFrom(1, Number.MAX_SAFE_INTEGER, 'must be the body_version of an answer')),
  autosave: yes,
  stage: yes,
  apply: yes,
  apply_at: v.nullish(timestamp),
  discard: yes,
  force: yes,
  prevent_modifying_updated_ts: flag,
  revert_to: maybe(integerFrom(1, Number.MAX_SAFE_INTEGER, 'must be the version of a revision')),
  fields: maybe(
    boundedList(v.picklist(REVERTIBLE, 'must be a field that a revert can restore'), REVERTIBLE.length),
  ),
});

/** The fields of all inputs, without the action. */
export type PostInput = v.InferOutput<v.ObjectSchema<typeof edit & typeof provider, undefined>>;
export type PostCreateInput = PostInput & { headline: string };
