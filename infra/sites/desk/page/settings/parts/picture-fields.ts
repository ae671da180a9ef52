import type { Image } from '../../gallery/image.ts';
import type { Picture } from '../../pictures/known.ts';
import type { FieldEdits } from '../../story/field-edits.ts';

/** Fields of the lead picture and of the teaser’s, whose size is stored with them. */
const SIZED: Readonly<Record<string, string>> = {
  image_id: 'image_size',
  teaser_image_id: 'teaser_image_size',
};

/**
 * Another picture: its size is written with it, the crops of the former one are not its own, and what is known of it is filled in where
 * nothing was written.
 */
export function writePicture(fields: FieldEdits, name: string, picture: Picture | undefined): void {
  const prefix = readPrefix(name);
  fields.write(name, picture?.id ?? null);
  writeCrops(fields, name, {});
  const size = SIZED[name];
  if (size !== undefined) fields.write(size, picture ? `${picture.width}x${picture.height}` : '');
  if (!picture) return;
  const known = { photo_caption: picture.caption, photo_credit: picture.photo_credit };
  for (const [part, text] of Object.entries(known))
    if (text !== '' && fields.readText(prefix + part) === '') fields.write(prefix + part, text);
}

/** The crops of a post’s picture are those that the picture has. Interface: Posts, Rules 2. */
export function writeCrops(fields: FieldEdits, name: string, crops: Image['manual_image_crops']): void {
  fields.write(`${readPrefix(name)}manual_image_crops`, crops);
}

/** `teaser_` of `teaser_image_id`. */
const readPrefix = (name: string): string => name.slice(0, -'image_id'.length);
