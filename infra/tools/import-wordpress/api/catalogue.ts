import * as v from 'valibot';
import type { Client } from '../../../client/source/index.ts';
import type { PlacedImage } from '../pictures/known.ts';

/** Widths of uncropped thumbnails that every site has. */
const WIDTHS = [300, 600, 980];
const SIZES = ['origin', ...WIDTHS.map(width => `${width}x`)];

const Origin = v.object({ wordpress: v.object({ site: v.string(), id: v.number() }) });

/** Finds the images of a WordPress site in the catalogue, by the attachment's id. */
export async function findPictures(client: Client, site: string): Promise<ReadonlyMap<number, PlacedImage>> {
  const found = new Map<number, PlacedImage>();
  const query = { type: 'all', file_type: 'image', thumbnail_sizes: SIZES } as const;
  for await (const asset of client.dam.list.all({ query })) {
    const origin = v.safeParse(Origin, asset.site_specific_data);
    if (!origin.success || origin.output.wordpress.site !== site) continue;
    const { file_id: id, image_size = '', thumbnails = {}, credit } = asset;
    // The image's record has been deleted, so it can't be shown.
    if (thumbnails.origin === undefined) continue;
    const [width = 0, height = 0] = image_size.split('x').map(Number);
    found.set(
      origin.output.wordpress.id,
      toPlacedImage({ id, width, height, thumbnails, credit: credit ?? '' }),
    );
  }
  return found;
}

/** Converts an image's API answer. */
export function toPlacedImage({
  thumbnails,
  ...image
}: Omit<PlacedImage, 'origin' | 'scaled'> & { thumbnails: Readonly<Record<string, string>> }): PlacedImage {
  const scaled = WIDTHS.flatMap((width, index) => {
    const address = thumbnails[`${width}x`];
    // Thumbnails are never enlarged, so all widths from the original's on are equal.
    const isRepeated = (WIDTHS[index - 1] ?? 0) >= image.width;
    return address === undefined || isRepeated ? [] : [{ width: Math.min(width, image.width), address }];
  });
  return { ...image, scaled, origin: thumbnails.origin ?? '' };
}
