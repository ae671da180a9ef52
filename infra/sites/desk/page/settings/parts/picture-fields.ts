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
  const prefix = name.slice(0, -'image_id'.length);
  fields.write(name, picture?.id ?? null);
  fields.write(`${prefix}manual_image_crops`, {});
  const size = SIZED[name];
  if (size !== undefined) fields.write(size, picture ? `${picture.width}x${picture.height}` : '');
  if (!picture) return;
  const known = { photo_caption: picture.caption, photo_credit: picture.photo_credit };
  for (const [part, text] of Object.entries(known))
    if (text !== '' && fields.readText(prefix + part) === '') fields.write(prefix + part, text);
}
