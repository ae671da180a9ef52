import { site } from '../core/site.ts';
import type { ImageRecord } from '../images/record.ts';
import { shownThumbnails } from '../images/urls.ts';

const DEFAULT_SIZES = ['origin', '35x35', '210x', '300x', '600x', '980x'];

/** The keys of an image's thumbnails on this site. */
export function thumbnailSizes(): string[] {
  return [...DEFAULT_SIZES, ...site().imageRatios.flatMap(({ sizes }) => sizes)];
}

/** A bare width stands for a width without a height: `300` is `300x`. */
function sizeOf(requested: string): string {
  return /^\d+$/.test(requested) ? `${requested}x` : requested;
}

export function isThumbnailSize(requested: string): boolean {
  return thumbnailSizes().includes(sizeOf(requested));
}

/** Keys the answer by the sizes as requested. Sizes that the image lacks, because the site's ratios changed later, are left out. */
export function requestedThumbnails(image: ImageRecord, sizes: readonly string[]): Record<string, string> {
  const urls = shownThumbnails(image);
  return Object.fromEntries(
    sizes.flatMap((requested): [string, string][] => {
      const url = urls[sizeOf(requested)];
      return url === undefined ? [] : [[requested, url]];
    }),
  );
}
