import * as v from 'valibot';
import { fetchedAddress, addressOrNone } from '../../platform/values/addresses.ts';
import { clearable, id, imageCropsEdit } from '../../platform/values/fields.ts';
import { line, boundedList, text } from '../../platform/values/bounds.ts';
import { FilePart, MAX_FILES } from '../../platform/http/multipart.ts';

const NOT_A_FLAG = 'must be true or false';
/** Forms send booleans as text. */
const linkTarget = v.union(
  [
    v.boolean(NOT_A_FLAG),
    v.pipe(
      v.picklist(['true', '1', 'false', '0', ''], NOT_A_FLAG),
      v.transform(value => value === 'true' || value === '1'),
    ),
  ],
  NOT_A_FLAG,
);

/** Texts of an image; null and "" clear them. */
const texts = clearable({
  caption: text(5000),
  photo_credit: line(1000),
  alt: line(1000),
  title: line(1000),
  link_url: addressOrNone,
  link_target: linkTarget,
}).entries;

const sources = { image_url: v.nullish(fetchedAddress()), upload_id: v.nullish(id) };

/** An image_url that is no address is a source too: it is refused for this reason alone. */
function countSources(input: {
  file?: unknown[] | undefined;
  image_url?: unknown;
  upload_id?: unknown;
}): number {
  const { file = [], image_url, upload_id } = input;
  return [file[0], image_url, upload_id].filter(source => source !== undefined && source !== null).length;
}

const ONE_SOURCE = 'file: send file parts, image_url or upload_id, and only one of them';

export const ImageCreateInput = v.pipe(
  v.object({ ...texts, ...sources, file: v.optional(boundedList(FilePart, MAX_FILES)) }),
  v.check(input => countSources(input) === 1, ONE_SOURCE),
);
export type ImageCreateInput = v.InferOutput<typeof ImageCreateInput>;

export const ImageEditInput = v.pipe(
  v.object({ ...texts, ...sources, manual_image_crops: v.nullish(imageCropsEdit) }),
  v.check(input => countSources(input) <= 1, 'image_url: send image_url or upload_id, not both'),
);
export type ImageEditInput = v.InferOutput<typeof ImageEditInput>;
