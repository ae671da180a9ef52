import { api, uploadApi } from '../service/api.ts';
import { ReadOnce } from '../service/read-once.ts';

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

const pictures = new ReadOnce((id: number): Promise<Picture> => api.images.get({ path: { id } }));

/** A picture of the library, read once. */
export async function readPicture(id: number): Promise<Picture> {
  return await pictures.get(id);
}

/** What was written about pictures and isn’t saved yet, by their ids. */
const unsaved = new Map<number, { alt: string; saving: Promise<unknown> }>();

/** Saves the description of a picture. */
export async function describePicture(id: number, alt: string): Promise<Picture> {
  const saving = uploadApi.images.edit({ path: { id }, body: { alt } });
  const written = { alt, saving };
  unsaved.set(id, written);
  const picture = await saving;
  if (unsaved.get(id) === written) unsaved.delete(id);
  return picture;
}

/** A picture as it is now: its texts may have been changed since it was listed, and a description may still be on its way, or have failed. */
export async function readPictureAgain(id: number): Promise<Picture> {
  await unsaved.get(id)?.saving.catch(() => undefined);
  pictures.forget(id);
  const picture = await readPicture(id);
  return { ...picture, alt: unsaved.get(id)?.alt ?? picture.alt };
}

export function rememberPicture(picture: Picture): void {
  pictures.set(picture.id, picture);
}

/** The address of a small form of the picture, or of the picture itself while there is none. */
export function toThumbnail(picture: Picture, size = '300x'): string {
  const { thumbnails, thumbnails_status: status, image_original_url: original } = picture;
  return status === 'ready' ? (thumbnails[size] ?? original) : original;
}
