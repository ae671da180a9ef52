import { describeObject, getObject } from '../../../../shared/platform/files/objects.ts';
import { toEtag } from './download.ts';
import { findLoss } from './losses.ts';
import type { Load } from './media.ts';

/**
 * Loads a file of the media bucket. What the folder has is kept when it has the object's ETag, or when the object is lost or damaged and it
 * is of the size that the record says: it may be the only whole copy.
 */
export function loadTableFile(key: string, size: number): Load {
  const place = { bucket: 'media', key } as const;
  return async held => {
    if (!held) return await getObject(place);
    // A damaged object has no description; reading it says what is wrong.
    const described = await describeObject(place).catch(() => undefined);
    if (described?.etag === toEtag(held)) return held;
    return await getObject(place).catch((error: unknown) => {
      if (findLoss(error) && held.length === size) return held;
      throw error;
    });
  };
}
