import { mediaUrl } from '../media/filename.ts';
import type { ImageRecord } from './record.ts';

export function toMediaUrls(keys: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(keys).map(([size, key]) => [size, mediaUrl(key)]));
}

/** Size to URL, as pages show them: always one complete set, never a mix of before and after a crop. */
export function shownThumbnails({
  ready,
  thumbnails,
}: Pick<ImageRecord, 'ready' | 'thumbnails'>): Record<string, string> {
  return toMediaUrls(ready ?? thumbnails);
}

/** Whether an address belongs to an image, also one of a replaced picture. */
export function isImageUrl(id: number, url: string): boolean {
  return url.startsWith(mediaUrl(`images/${id}/`));
}
