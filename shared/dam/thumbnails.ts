import { site } from '../core/site.ts';
import type { ImageRecord } from '../images/record.ts';
import { shownThumbnails } from '../images/urls.ts';

const OF_EVERY_SITE = ['origin', '35x35', '210x', '300x', '600x', '980x'];

/** The keys of an image's thumbnails on this site. */
export function thumbnailSizes(): string[] {
  return [...OF_EVERY_SITE, ...site().imageRatios.flatMap(({ sizes }) => sizes)];
}

/** "a bare width (`300` = `300x`)" */
function sizeOf(asked: string): string {
  return /^\d+$/.test(asked) ? `${asked}x` : asked;
}

export function isThumbnailSize(asked: string): boolean {
  return thumbnailSizes().includes(sizeOf(asked));
}

/** "the answer's keys are as asked". One that an image from before a change of the site's ratios has not is left out. */
export function askedThumbnails(image: ImageRecord, sizes: readonly string[]): Record<string, string> {
  const urls = shownThumbnails(image);
  return Object.fromEntries(
    sizes.flatMap((asked): [string, string][] => {
      const url = urls[sizeOf(asked)];
      return url === undefined ? [] : [[asked, url]];
    }),
  );
}
