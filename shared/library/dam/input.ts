import * as v from 'valibot';
import { clearable, freeForm, id } from '../../platform/values/fields.ts';
import { line, boundedList } from '../../platform/values/bounds.ts';
import { queryList } from '../../platform/http/query.ts';
import { isAdminTag } from '../../platform/text/tag.ts';
import { isThumbnailSize, thumbnailSizes } from './files.ts';

const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 200;
const MAX_SIZES = 50;

/** Administrators' tags have a limit of their own: other callers can't see them, so they must not count against these callers. */
const tags = v.pipe(
  boundedList(line(MAX_TAG_LENGTH), 2 * MAX_TAGS),
  v.check(
    sent =>
      sent.filter(isAdminTag).length <= MAX_TAGS && sent.length - sent.filter(isAdminTag).length <= MAX_TAGS,
    `must have at most ${MAX_TAGS} items, and as many beginning with *`,
  ),
);

const fields = clearable({
  image_title: line(1000),
  filename: line(255),
  alt_text: line(1000),
  credit: line(1000),
  source_info: line(1000),
  tags,
  site_specific_data: freeForm,
}).entries;

const TYPE_MESSAGE = 'must be 0 (image) or 1 (file)';

export const AssetCreateInput = v.object({
  ...fields,
  file_type: v.picklist([0, 1], TYPE_MESSAGE),
  file_id: id,
});
export type AssetCreateInput = v.InferOutput<typeof AssetCreateInput>;

export const AssetEditInput = v.object({ ...fields, in_trash: v.nullish(v.boolean()) });
export type AssetEditInput = v.InferOutput<typeof AssetEditInput>;

/** `thumbnail_sizes` of every endpoint that returns assets. */
export const sizesField = {
  thumbnail_sizes: v.optional(
    v.pipe(
      queryList,
      v.maxLength(MAX_SIZES, `must have at most ${MAX_SIZES} entries`),
      v.everyItem(
        isThumbnailSize,
        () => `must be of ${thumbnailSizes().join(', ')}, or a width of these alone`,
      ),
    ),
    '',
  ),
};
export const SizesQuery = v.object(sizesField);
