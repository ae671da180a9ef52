import { mediaUrl } from '../media/address.ts';
import type { ImageRecord } from './record.ts';

export const urlsOf = (keys: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(keys).map(([size, key]) => [size, mediaUrl(key)]));

/** Size to URL, as pages show them: of one making, never a mix of before and after a crop. */
export const shownThumbnails = ({
  ready,
  thumbnails,
}: Pick<ImageRecord, 'ready' | 'thumbnails'>): Record<string, string> => urlsOf(ready ?? thumbnails);

/** Whether an address is one of an image's own, now or before it was replaced. */
export const isUrlOf = (id: number, url: string): boolean => url.startsWith(mediaUrl(`images/${id}/`));
