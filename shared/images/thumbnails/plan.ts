import { createHash } from 'node:crypto';
import { site, type Site } from '../../core/site.ts';
import { kindOf, type ImageFormat } from '../../media/kinds.ts';
import { centredCrop, type Crop, type Size } from '../crops.ts';
import { cropsOf, type ImageRecord } from '../record.ts';

/** A thumbnail to be made. */
export interface Planned {
  /** Its key among an image's thumbnails: `210x`, `1200x400`. */
  size: string;
  /** What it shows, in pixels of the picture; null: all of it. */
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

const WHOLE = [210, 300, 600, 980];
const ICON = '35x35';
/** All frames of the picture, which are decoded at once. */
const MAX_DECODED = 50_000_000;
/** All frames of one thumbnail, by how long its format takes. */
const MAX_ENCODED = { webp: 16_000_000, gif: 5_000_000 };
const MAX_SIDE = { jpeg: 65_535, gif: 65_535, webp: 16_383, avif: 16_383, png: Infinity };
/** How far a size's ratio may be from that of its crop to be met by scaling each side by itself. */
const SAME_RATIO = 0.02;
/** Part of the keys: raised when the same picture, crop and size shall look different from then on. */
const RENDERING = 1;

/** All thumbnails of a picture but its origin, as the site's ratios and formats want them. */
export function planThumbnails(image: PlannedImage, { imageRatios, imageFormats } = site()): Planned[] {
  const crops = cropsOf(image);
  const cropFor = (code: string): Crop => crops[code] ?? centredCrop(code, image);
  const shown = [
    { size: ICON, crop: cropFor('1x1') },
    ...WHOLE.map(width => ({ size: `${width}x`, crop: null })),
    ...imageRatios.flatMap(({ code, sizes }) => sizes.map(size => ({ size, crop: cropFor(code) }))),
  ];
  return shown.map(({ size, crop }) => planned(image, { size, crop, imageFormats }));
}

function planned(
  image: PlannedImage,
  { size, crop, imageFormats }: Pick<Planned, 'size' | 'crop'> & Pick<Site, 'imageFormats'>,
): Planned {
  const fit = fitted(size, crop ?? image);
  const animated = size !== ICON && staysAnimated(image, fit, imageFormats.animated);
  const still = image.has_alpha ? imageFormats.transparent : imageFormats.photo;
  const format = animated ? imageFormats.animated : formatFor(fit, still, image.has_alpha);
  const digest = digestOf([RENDERING, image.original, listed(crop), size, format, animated]);
  const key = `images/${image.id}/${digest}/${size}.${kindOf(format).extension}`;
  return { size, crop, ...fit, format, animated, key };
}

/**
 * How large a thumbnail is: never larger than what it shows. `300x`: that wide. `600x400`: exactly that, if what it shows is large
 * enough and has its ratio; else as much of it as there is.
 */
function fitted(size: string, shown: Size): Size {
  const [width = 1, height = 0] = size.split('x').map(Number);
  if (height === 0) return scaled(shown, Math.min(1, width / shown.width));
  const [across, down] = [width / shown.width, height / shown.height];
  const isSame = across <= 1 && down <= 1 && Math.abs(across / down - 1) <= SAME_RATIO;
  return isSame ? { width, height } : scaled(shown, Math.min(1, across, down));
}

function scaled({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** An icon that moves only disturbs; and what has too many pixels shows its first frame. */
function staysAnimated(image: PlannedImage, { width, height }: Size, format: 'webp' | 'gif'): boolean {
  const { frames } = image;
  return (
    frames > 1 &&
    (image.format === 'gif' || image.format === 'webp') &&
    image.width * image.height * frames <= MAX_DECODED &&
    width * height * frames <= MAX_ENCODED[format] &&
    Math.max(width, height) <= MAX_SIDE[format]
  );
}

/** Formats differ in how long a side they can hold: a very long strip is a PNG in the end. */
function formatFor({ width, height }: Size, wanted: ImageFormat, hasAlpha: boolean): ImageFormat {
  const longest = Math.max(width, height);
  const formats: ImageFormat[] = [wanted, ...(hasAlpha ? [] : ['jpeg' as const])];
  return formats.find(format => longest <= MAX_SIDE[format]) ?? 'png';
}

/** The same for the same picture, so that a crop changes only the keys of what shows it. */
function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** In one order, whatever the order of its fields. */
function listed(crop: Crop | null): readonly number[] | null {
  return crop && [crop.top, crop.left, crop.width, crop.height];
}
