import { createHash } from 'node:crypto';
import type { Site } from '../../../platform/site/site-schema.ts';
import { site } from '../../../platform/site/site.ts';
import { getKind, type ImageFormat } from '../../media/kinds.ts';
import type { Crop, Size } from '../crops.ts';
import type { ImageRecord } from '../record.ts';
import { fitSize, ICON, listSizes } from './sizes.ts';

/** A planned thumbnail. */
export interface Planned {
  /** Its name among an image's thumbnails: `210x`, `1200x400`. */
  size: string;
  /** The shown part, in pixels of the picture; null for all of it. */
  crop: Crop | null;
  width: number;
  height: number;
  format: ImageFormat;
  animated: boolean;
  key: string;
}

export type PlannedImage = Pick<
  ImageRecord,
  | 'id'
  | 'format'
  | 'width'
  | 'height'
  | 'frames'
  | 'has_alpha'
  | 'automatic_crops'
  | 'manual_crops'
  | 'original'
>;

/** Pixels of all frames of the picture, which are decoded together. */
const MAX_DECODED_PIXELS = 50_000_000;
/** Pixels of all frames of one thumbnail; formats differ in speed. */
const MAX_ENCODED_PIXELS = { webp: 16_000_000, gif: 5_000_000 };
const MAX_SIDE = { jpeg: 65_535, gif: 65_535, webp: 16_383, avif: 16_383, png: Infinity };
/** Part of the object keys: raise it when rendering changes, so that the same picture, crop and size gets a new key. */
const RENDERING_VERSION = 1;

/** All thumbnails of a picture, without `origin`, for the site's ratios and formats. */
export function planThumbnails(image: PlannedImage, { imageRatios, imageFormats } = site()): Planned[] {
  return listSizes(image, imageRatios).map(({ size, crop }) =>
    planThumbnail(image, { size, crop, imageFormats }),
  );
}

function planThumbnail(
  image: PlannedImage,
  { size, crop, imageFormats }: Pick<Planned, 'size' | 'crop'> & Pick<Site, 'imageFormats'>,
): Planned {
  const fit = fitSize(size, crop ?? image);
  const animated = size !== ICON && staysAnimated(image, fit, imageFormats.animated);
  const still = image.has_alpha ? imageFormats.transparent : imageFormats.photo;
  const format = animated ? imageFormats.animated : formatFor(fit, still, image.has_alpha);
  const digest = toDigest([RENDERING_VERSION, image.original, cropNumbers(crop), size, format, animated]);
  const key = `images/${image.id}/${digest}/${size}.${getKind(format).extension}`;
  return { size, crop, ...fit, format, animated, key };
}

/** Icons never move, and pictures with too many pixels show their first frame only. */
function staysAnimated(image: PlannedImage, { width, height }: Size, format: 'webp' | 'gif'): boolean {
  const { frames } = image;
  return (
    frames > 1 &&
    (image.format === 'gif' || image.format === 'webp') &&
    image.width * image.height * frames <= MAX_DECODED_PIXELS &&
    width * height * frames <= MAX_ENCODED_PIXELS[format] &&
    Math.max(width, height) <= MAX_SIDE[format]
  );
}

/** The first format that can hold the longer side; PNG has no limit. */
function formatFor({ width, height }: Size, wanted: ImageFormat, hasAlpha: boolean): ImageFormat {
  const longest = Math.max(width, height);
  const formats: ImageFormat[] = [wanted, ...(hasAlpha ? [] : ['jpeg' as const])];
  return formats.find(format => longest <= MAX_SIDE[format]) ?? 'png';
}

/** A digest of what a thumbnail shows, so that a new crop changes only the keys of its own thumbnails. */
function toDigest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** The crop's numbers in a fixed order. */
function cropNumbers(crop: Crop | null): readonly number[] | null {
  return crop && [crop.top, crop.left, crop.width, crop.height];
}

/** The complete set, size to object key; `origin` is the original. */
export function mapThumbnailKeys(
  { original }: Pick<ImageRecord, 'original'>,
  planned: readonly Planned[],
): Record<string, string> {
  return {
    origin: original,
    ...Object.fromEntries(planned.map(({ size, key }) => [size, key])),
  };
}
