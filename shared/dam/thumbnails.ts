import { site } from '../core/site.ts';
import type { ImageRecord } from '../images/record.ts';
import { shownThumbnails } from '../images/urls.ts';

const DEFAULT_SIZES = ['origin', '35x35', '210x', '300x', '600x', '980x'];

/** The keys of an image's thumbnails on this site. */
export function thumbnailSizes(): string[] {
  return [...DEFAULT_SIZES, ...site().imageRatios.flatMap(({ sizes }) => sizes)];
}

/** A bare width stands for a width without a height: `300` is `300x`. */
function sizeOf(asked: string): string {
  return /^\d+$/.test(asked) ? `${asked}x` : asked;
}

export function isThumbnailSize(asked: string): boolean {
  return thumbnailSizes().includes(sizeOf(asked));
}

/** Keys the answer by the sizes as requested. Sizes that the image lacks, because the site's ratios changed later, are left out. */
export function requestedThumbnails(image: ImageRecord, sizes: readonly string[]): Record<string, string> {
  const urls = shownThumbnails(image);
  return Object.fromEntries(
    sizes.flatMap((asked): [string, string][] => {
      const url = urls[sizeOf(asked)];
      return url === undefined ? [] : [[asked, url]];
    }),
  );
}
