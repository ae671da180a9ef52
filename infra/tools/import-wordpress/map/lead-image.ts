import type { KnownPictures } from '../pictures/known.ts';
import { leadImageOf } from '../wxr/item.ts';
import type { WxrItem } from '../wxr/records.ts';

/** The lead image fields of a post. */
export interface LeadFields {
  image_id?: number;
  photo_caption?: string;
  photo_credit?: string;
}

/** The lead image ("featured image") of an item. If the image is missing, the item is imported without it. */
export function leadImageFor(
  item: WxrItem,
  pictures: KnownPictures,
): { fields: LeadFields; notes: string[] } {
  const id = leadImageOf(item);
  if (id === undefined) return { fields: {}, notes: [] };
  const picture = pictures.byId(id);
  if (!picture?.image) return { fields: {}, notes: ['without its lead image, which was not imported'] };
  const { caption, image } = picture;
  return {
    fields: { image_id: image.id, photo_caption: caption, photo_credit: image.credit },
    notes: [],
  };
}
