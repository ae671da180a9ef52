import type { Site } from '../../../platform/site/site-schema.ts';
import { site } from '../../../platform/site/site.ts';
import { centredCrop, type Crop, type Size } from '../crops.ts';
import { mergeCrops, type ImageRecord } from '../record.ts';

type Cropped = Size & Pick<ImageRecord, 'automatic_crops' | 'manual_crops'>;

/** Widths of the uncropped thumbnails. */
const UNCROPPED_WIDTHS = [210, 300, 600, 980];
export const ICON = '35x35';
/** Up to this relative deviation from its crop's ratio a thumbnail is stretched to its exact size. */
const RATIO_TOLERANCE = 0.02;

/** The names of all thumbnails of a picture, with the part that each shows, in pixels of the picture; null for all of it. */
export function listSizes(
  image: Cropped,
  imageRatios: Site['imageRatios'],
): { size: string; crop: Crop | null }[] {
  const crops = mergeCrops(image);
  const cropFor = (code: string): Crop => crops[code] ?? centredCrop(code, image);
  return [
    { size: ICON, crop: cropFor('1x1') },
    ...UNCROPPED_WIDTHS.map(width => ({ size: `${width}x`, crop: null })),
    ...imageRatios.flatMap(({ code, sizes }) => sizes.map(size => ({ size, crop: cropFor(code) }))),
  ];
}

/** Width and height of the original and of these thumbnails, by size. Pages need them: a small picture has less than a size's name says. */
export function measureSizes(image: Cropped, sizes: readonly string[]): Record<string, Size> {
  const { width, height } = image;
  const listed = listSizes(image, site().imageRatios).filter(({ size }) => sizes.includes(size));
  const fitted = listed.map(({ size, crop }): [string, Size] => [size, fitSize(size, crop ?? image)]);
  return { origin: { width, height }, ...Object.fromEntries(fitted) };
}

/**
 * The size of a thumbnail, which never exceeds its crop's. `300x` has that width. `600x400` has exactly that size when the crop is large
 * enough and has its ratio, otherwise as much of it as the crop allows.
 */
export function fitSize(size: string, shown: Size): Size {
  const [width = 1, height = 0] = size.split('x').map(Number);
  if (height === 0) return scaleSize(shown, Math.min(1, width / shown.width));
  const [across, down] = [width / shown.width, height / shown.height];
  const isSame = across <= 1 && down <= 1 && Math.abs(across / down - 1) <= RATIO_TOLERANCE;
  return isSame ? { width, height } : scaleSize(shown, Math.min(1, across, down));
}

function scaleSize({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
