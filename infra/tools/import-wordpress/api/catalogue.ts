import * as v from 'valibot';
import type { Client } from '../../../client/source/index.ts';
import type { PlacedImage } from '../destination.ts';

/** The whole picture, as wide: keys of the service's thumbnails, which every site has. */
const WIDTHS = [300, 600, 980];
const SIZES = ['origin', ...WIDTHS.map(width => `${width}x`)];

const Origin = v.object({ wordpress: v.object({ site: v.string(), id: v.number() }) });

/** The images of a WordPress site that the catalogue has, by the attachment's id there. */
export async function findPictures(client: Client, site: string): Promise<ReadonlyMap<number, PlacedImage>> {
  const found = new Map<number, PlacedImage>();
  const query = { type: 'all', file_type: 'image', thumbnail_sizes: SIZES } as const;
  for await (const asset of client.dam.list.all({ query })) {
    const origin = v.safeParse(Origin, asset.site_specific_data);
    if (!origin.success || origin.output.wordpress.site !== site) continue;
    const { file_id: id, image_size = '', thumbnails = {}, credit } = asset;
    // An image that is gone is no picture to show.
    if (thumbnails.origin === undefined) continue;
    const [width = 0, height = 0] = image_size.split('x').map(Number);
    found.set(
      origin.output.wordpress.id,
      placedImage({ id, width, height, thumbnails, credit: credit ?? '' }),
    );
  }
  return found;
}

/** An image by what the service answers for it. */
export function placedImage({
  thumbnails,
  ...image
}: Omit<PlacedImage, 'origin' | 'scaled'> & { thumbnails: Readonly<Record<string, string>> }): PlacedImage {
  const scaled = WIDTHS.flatMap((width, index) => {
    const address = thumbnails[`${width}x`];
    // Nothing is scaled up: all sizes from the picture's own on are the same.
    const isRepeated = (WIDTHS[index - 1] ?? 0) >= image.width;
    return address === undefined || isRepeated ? [] : [{ width: Math.min(width, image.width), address }];
  });
  return { ...image, scaled, origin: thumbnails.origin ?? '' };
}
