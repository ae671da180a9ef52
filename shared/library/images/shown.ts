import * as v from 'valibot';
import type { ImageRecord } from './record.ts';
import { measureSizes } from './thumbnails/sizes.ts';
import { shownThumbnails } from './urls.ts';

const Dimensions = v.object({ width: v.number(), height: v.number() });

/** What answers say about the image of a post or of a list's item, for pages that show it. */
export const ShownImage = v.object({
  image_info: v.record(v.string(), v.string()),
  /** By the sizes of `image_info`. */
  image_dimensions: v.record(v.string(), Dimensions),
  image_alt: v.string(),
});
export type ShownImage = v.InferOutput<typeof ShownImage>;

/** Widths of the whole picture, and the crop of 3:2 that cards and lead pictures show. */
const INFO_SIZES = ['35x35', '210x', '300x', '600x', '980x', 'origin', '600x400', '1200x800'];

export function describeImage(image: ImageRecord): ShownImage {
  const urls = shownThumbnails(image);
  const measured = measureSizes(image);
  const sizes = INFO_SIZES.filter(size => Object.hasOwn(urls, size));
  return {
    image_info: pick(urls, sizes),
    image_dimensions: pick(measured, sizes),
    image_alt: image.alt,
  };
}

function pick<T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}
