import type { PlacedImage } from '../destination.ts';
import type { Size } from './versions.ts';

/** A picture shown a tenth larger than it is looks as it should, and 980 pixels are right for WordPress' 1024. */
const ENOUGH = 0.9;
/** Resized copies have whole pixels. */
const ROUNDING = 2;

/** The address of the smallest version that is wide enough; of the picture itself where none is, or no width is known. */
export function fitting({ scaled, origin, width }: PlacedImage, shown: number | undefined): string {
  if (shown === undefined) return origin;
  const enough = Math.min(shown * ENOUGH, width);
  return scaled.find(version => version.width >= enough)?.address ?? origin;
}

/** All versions, for browsers to choose from. */
export function sourceSet({ scaled, origin, width }: PlacedImage): string {
  const smaller = scaled.filter(version => version.width < width);
  return [...smaller, { width, address: origin }]
    .map(version => `${version.address} ${version.width}w`)
    .join(', ');
}

/** Whether a resized copy showed a cut of the picture: it has another shape. */
export function isCut(image: Size, copy: Size): boolean {
  const height = (copy.width * image.height) / image.width;
  return Math.abs(copy.height - height) > Math.max(ROUNDING, height / 50);
}
