import * as v from 'valibot';
import type { Entry } from '../store/timeline.ts';

/** A part of a picture, in pixels of the picture as it is shown (EXIF orientation applied). */
const Crop = v.object({ top: v.number(), left: v.number(), width: v.number(), height: v.number() });

const Crops = v.record(v.string(), Crop);
const Keys = v.record(v.string(), v.string());

/**
 * An image. Access patterns and keys:
 *   by id              IMAGE#<id> / record             (imageKey in shared/media/references.ts)
 *   thumbnails to make T#images-pending / (time of the task, id): entries of the images whose thumbnails are still to be made
 * and in the media bucket `images/<id>/original/<random>/<filename>`, as sent, and `images/<id>/<digest>/<size>.<ext>`.
 *
 * An upload stores the original, then commits the record (with the claim of a direct upload, in one transaction), then puts the
 * task that wakes the thumbnail function. A crash before the commit leaves an object that nobody names, which the clean-up armed
 * before it takes away; one after it a pending image, whose task the sweep puts again. The thumbnail function works from the
 * record as it is then, writes objects whose names are made of what they show, and ends under the version it read: so a task
 * that comes twice, late, or for a picture that was cropped anew since does no harm.
 */
export const ImageRecord = v.object({
  id: v.number(),
  shortcode_id: v.string(),
  filename: v.string(),
  format: v.picklist(['jpeg', 'png', 'gif', 'webp', 'avif']),
  bytes: v.number(),
  width: v.number(),
  height: v.number(),
  frames: v.number(),
  has_alpha: v.boolean(),
  is_animated_gif: v.boolean(),
  iptc: Keys,
  caption: v.string(),
  photo_credit: v.string(),
  alt: v.string(),
  title: v.string(),
  link_url: v.string(),
  /** The link opens in a new tab. */
  link_target: v.boolean(),
  /** By ratio code: where the eye goes, and what a person has set instead. */
  automatic_crops: Crops,
  manual_crops: Crops,
  /** The key of the original. */
  original: v.string(),
  source_url: v.nullable(v.string()),
  task_id: v.string(),
  task_ts: v.number(),
  thumbnails_status: v.picklist(['pending', 'ready', 'failed']),
  failure: v.nullable(v.string()),
  /** Size to key: what was asked for last, and what is wholly there. Pages show the latter, so never a mix of old and new. */
  thumbnails: Keys,
  ready: v.nullable(Keys),
  created_by: v.number(),
  created_ts: v.number(),
  updated_ts: v.number(),
});
export type ImageRecord = v.InferOutput<typeof ImageRecord>;

export const PENDING_IMAGES = 'images-pending';

export function pendingEntry({ id, task_ts: ts }: ImageRecord): Entry {
  return {
    timeline: PENDING_IMAGES,
    ts,
    id,
  };
}

/** The crops that count, by ratio code. */
export function cropsOf({
  automatic_crops,
  manual_crops,
}: Pick<ImageRecord, 'automatic_crops' | 'manual_crops'>): ImageRecord['manual_crops'] {
  return {
    ...automatic_crops,
    ...manual_crops,
  };
}
