import * as v from 'valibot';
import { storedData, storedLine, storedText } from '../../platform/values/stored-text.ts';
import { entity } from '../../platform/store/records/entity.ts';
import { IMAGE_FORMATS } from '../media/kinds.ts';

/** A part of a picture, in pixels of the upright picture (EXIF orientation applied). */
const Crop = v.object({ top: v.number(), left: v.number(), width: v.number(), height: v.number() });

const Crops = v.record(v.string(), Crop);
const Keys = v.record(v.string(), v.string());

export const ImageRecord = v.object({
  id: v.number(),
  shortcode_id: v.string(),
  filename: storedLine,
  format: v.picklist(IMAGE_FORMATS),
  bytes: v.number(),
  width: v.number(),
  height: v.number(),
  frames: v.number(),
  has_alpha: v.boolean(),
  is_animated_gif: v.boolean(),
  iptc: storedData(Keys),
  caption: v.optional(storedText, ''),
  photo_credit: v.optional(storedLine, ''),
  alt: v.optional(storedLine, ''),
  title: v.optional(storedLine, ''),
  link_url: v.optional(storedLine, ''),
  /** The link opens in a new tab. */
  link_target: v.optional(v.boolean(), false),
  /** By ratio code; manual crops replace automatic ones. */
  automatic_crops: Crops,
  manual_crops: Crops,
  /** The object key of the original. */
  original: v.string(),
  source_url: v.nullable(v.string()),
  task_id: v.string(),
  task_ts: v.number(),
  thumbnails_status: v.picklist(['pending', 'ready', 'failed']),
  failure: v.nullable(v.string()),
  /** Size to object key: the set that is planned, and the set that exists completely. Pages show the latter, never a mix of both. */
  thumbnails: Keys,
  ready: v.nullable(Keys),
  created_by: v.number(),
  created_ts: v.number(),
  updated_ts: v.number(),
});
export type ImageRecord = v.InferOutput<typeof ImageRecord>;

export const PENDING_IMAGES = 'images-pending';
export const IMAGE_LISTS = {
  [PENDING_IMAGES]: (image: ImageRecord) => (isPending(image) ? [{ ts: image.task_ts }] : []),
  images: ({ created_ts: ts }: ImageRecord) => [{ ts }],
  'images-by#*': ({ created_by, created_ts: ts }: ImageRecord) => [
    { timeline: `images-by#${created_by}` as const, ts },
  ],
};

/**
 * The media bucket has `images/<id>/original/<random>/<filename>`, as sent, and `images/<id>/<digest>/<size>.<ext>`. An image whose
 * thumbnails are to be made is listed under the time of its task.
 *
 * An upload stores the original, then commits the record (with the claim of a direct upload, in one transaction), then puts the task
 * object that starts the thumbnail function. A crash before the commit leaves an unreferenced object, which the clean-up enqueued before
 * deletes; after it, a pending image, whose task the sweep puts again. The thumbnail function reads the current record, writes objects
 * whose keys contain a digest of what they show, and commits under the version it read: repeated and late tasks, and tasks of a picture
 * with new crops, do no harm.
 *
 * All images, and those of an uploader, are listed by (created_ts, id), in the transaction of the record. entries.ts adds the lists of those
 * with a word.
 */
export const Images = entity({
  name: 'image',
  record: ImageRecord,
  pk: 'IMAGE#*',
  sk: 'record',
  lists: IMAGE_LISTS,
  overflows: true,
  cache: { maxRecords: 2000, isStable: image => !isPending(image) },
  feedState: ({ thumbnails_status }) => thumbnails_status,
});

function isPending({ thumbnails_status }: ImageRecord): boolean {
  return thumbnails_status === 'pending';
}

/** The effective crops by ratio code. */
export function mergeCrops({
  automatic_crops,
  manual_crops,
}: Pick<ImageRecord, 'automatic_crops' | 'manual_crops'>): ImageRecord['manual_crops'] {
  return {
    ...automatic_crops,
    ...manual_crops,
  };
}
