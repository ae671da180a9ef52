import { api } from '../service/api.ts';

export type Picture = Pick<
  Awaited<ReturnType<typeof api.images.get>>,
  | 'id'
  | 'width'
  | 'height'
  | 'alt'
  | 'caption'
  | 'photo_credit'
  | 'filename'
  | 'image_original_url'
  | 'shortcode_id'
  | 'thumbnails'
  | 'thumbnails_status'
>;

const pictures = new Map<number, Promise<Picture>>();

/** A picture of the library, read once. */
export async function readPicture(id: number): Promise<Picture> {
  const reading = pictures.get(id) ?? api.images.get({ path: { id } });
  pictures.set(id, reading);
  try {
    return await reading;
  } catch (error) {
    pictures.delete(id);
    throw error;
  }
}

/** A picture as it is now: its texts may have been changed since it was listed. */
export async function readPictureAgain(id: number): Promise<Picture> {
  pictures.delete(id);
  return await readPicture(id);
}

export function rememberPicture(picture: Picture): void {
  pictures.set(picture.id, Promise.resolve(picture));
}

/** The address of a small form of the picture, or of the picture itself while there is none. */
export function toThumbnail(picture: Picture, size = '300x'): string {
  const { thumbnails, thumbnails_status: status, image_original_url: original } = picture;
  return status === 'ready' ? (thumbnails[size] ?? original) : original;
}
