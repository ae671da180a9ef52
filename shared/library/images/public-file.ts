import { mediaUrl } from '../media/filename.ts';
import { getKind, IMAGE_FORMATS } from '../media/kinds.ts';
import type { ImageRecord } from './record.ts';

type Stored = Pick<
  ImageRecord,
  'ready' | 'thumbnails' | 'thumbnails_status' | 'original' | 'bytes' | 'format'
>;

/** A file of an image, for programs that load it without a page. */
export interface PublicFile {
  url: string;
  type: string;
  /** Undefined for a thumbnail. */
  bytes?: number;
}

/**
 * The largest thumbnail of the whole picture: unlike the original it says nothing about the camera and the place. The original where no
 * thumbnail could be made.
 */
export function choosePublicFile(image: Stored): PublicFile {
  const { ready, thumbnails, thumbnails_status, original, bytes, format } = image;
  const made = ready ?? (thumbnails_status === 'failed' ? {} : thumbnails);
  const key = made['980x'];
  const shown = IMAGE_FORMATS.find(candidate => key?.endsWith(`.${getKind(candidate).extension}`));
  if (key === undefined || !shown) return { url: mediaUrl(original), type: getKind(format).mime, bytes };
  return { url: mediaUrl(key), type: getKind(shown).mime };
}
