import type { PlacedImage } from './known.ts';
import type { Size } from './versions.ts';

/** An image may be enlarged by a tenth: 980 pixels suffice for WordPress's 1024. */
const ENOUGH = 0.9;
/** Resized copies are rounded to whole pixels. */
const ROUNDING = 2;

/** The URL of the smallest version that is wide enough, or of the original when none is or the width is unknown. */
export function selectVersion({ scaled, origin, width }: PlacedImage, shown: number | undefined): string {
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

/** Whether a resized copy shows a crop: its aspect ratio differs. */
export function isCut(image: Size, copy: Size): boolean {
  const height = (copy.width * image.height) / image.width;
  return Math.abs(copy.height - height) > Math.max(ROUNDING, height / 50);
}
