import * as v from 'valibot';
import type { ImageRecord } from '../../../library/images/record.ts';
import { displayName, type AuthorRecord } from '../../../people/authors/record.ts';
import type { Versioned } from '../../../platform/store/records/record.ts';
import { presentLeadImage } from '../../answers/present.ts';
import { presentStaged, StagedChange } from '../../staged/present.ts';
import type { StagedRecord } from '../../staged/record.ts';
import { PostAnswer } from '../../record/answer.ts';
import { listPostSections, PostStatus, readBodyVersion, type PostRecord } from '../../record/record.ts';

const maybeNumber = v.nullable(v.number());
const { image, image_info } = PostAnswer.entries;

/**
 * A post in the editors' list. Its record and cached records of other kinds hold all of its fields. `edited_by` and `edited_ts` are null
 * where an earlier version of the service did not store them.
 */
export const AnyStateRow = v.object({
  id: v.number(),
  headline: v.string(),
  state: PostStatus,
  version: v.number(),
  body_version: v.number(),
  /** `name` is the author's slug, and `title` the name to show. */
  authors: v.array(v.object({ id: v.number(), name: v.string(), title: v.string() })),
  sections: v.array(v.number()),
  image,
  image_info,
  created_ts: v.number(),
  updated_ts: v.number(),
  inserted_ts: v.number(),
  last_published_ts: maybeNumber,
  scheduled_at: maybeNumber,
  removed_ts: maybeNumber,
  edited_by: maybeNumber,
  edited_ts: maybeNumber,
  words: v.number(),
  has_staged: v.boolean(),
  /** null when there is no staged change that the caller may see. */
  staged_change: v.nullable(StagedChange),
});
export type AnyStateRow = v.InferOutput<typeof AnyStateRow>;

export function presentRow(
  { value, version }: Versioned<PostRecord>,
  authors: ReadonlyMap<number, AuthorRecord>,
  images: ReadonlyMap<number, ImageRecord>,
  staged: Versioned<StagedRecord> | undefined,
): AnyStateRow {
  const { id, headline, status, created_ts, updated_ts, inserted_ts } = value;
  const { last_published_ts, scheduled_at, removed_ts, edited_by = null, edited_ts = null } = value;
  return {
    ...{ id, headline, state: status, version, body_version: readBodyVersion(value) },
    authors: value.roar_author_ids.flatMap(author => presentAuthor(authors.get(author))),
    sections: listPostSections(value),
    ...presentPicture(value, images),
    ...{ created_ts, updated_ts, inserted_ts, last_published_ts, scheduled_at, removed_ts },
    ...{ edited_by, edited_ts, words: value.words_count, has_staged: staged !== undefined },
    staged_change: staged ? presentStaged(staged.version, staged.value, value) : null,
  };
}

function presentAuthor(author: AuthorRecord | undefined): AnyStateRow['authors'] {
  return author ? [{ id: author.id, name: author.name, title: displayName(author) }] : [];
}

function presentPicture(
  value: PostRecord,
  images: ReadonlyMap<number, ImageRecord>,
): Pick<AnyStateRow, 'image' | 'image_info'> {
  const { image, image_info } = presentLeadImage(value, images);
  return { image, image_info };
}
