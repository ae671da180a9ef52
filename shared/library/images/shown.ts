import * as v from 'valibot';
import type { ImageRecord } from './record.ts';
import { measureSizes } from './thumbnails/sizes.ts';
import { shownThumbnails } from './urls.ts';

const Dimensions = v.object({ width: v.number(), height: v.number() });

/** What answers say about the image of a post, of a list's item, or at the top of a section, for pages that show it. */
export const ShownImage = v.object({
  image_info: v.record(v.string(), v.string()),
  /** By the sizes of `image_info`. */
  image_dimensions: v.record(v.string(), Dimensions),
  image_alt: v.string(),
});
export type ShownImage = v.InferOutput<typeof ShownImage>;

/** Widths of the whole picture, and the crop of 3:2 that cards and lead pictures show. */
const INFO_SIZES = ['35x35', '210x', '300x', '600x', '980x', 'origin', '600x400', '1200x800'];
/** Widths of the whole picture, and the wide crop that stands across the top of a page. */
export const HEADER_SIZES = ['300x', '600x', '980x', 'origin', '600x200', '1200x400'];

export function describeImage(image: ImageRecord, infoSizes: readonly string[] = INFO_SIZES): ShownImage {
  const shown = Object.entries(shownThumbnails(image)).filter(([size]) => infoSizes.includes(size));
  const sizes = shown.map(([size]) => size);
  return {
    image_info: Object.fromEntries(shown),
    image_dimensions: measureSizes(image, sizes),
    image_alt: image.alt,
  };
}
