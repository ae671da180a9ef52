import type { PlacedImage } from '../../../../infra/cli/import-wordpress/pictures/known.ts';
import { SiteAddresses } from '../../../../infra/cli/import-wordpress/pictures/address.ts';
import { KnownPictures } from '../../../../infra/cli/import-wordpress/pictures/known.ts';

/** The uploads folder of the old site, `https://www.news.example/blog`. */
export const UPLOADS = 'https://www.news.example/blog/wp-content/uploads';

/** An image of 1600 × 1200 pixels whose addresses contain its id and the size. */
function makeImage(id: number): PlacedImage {
  return {
    id,
    width: 1600,
    height: 1200,
    credit: '',
    origin: `https://media.example/${id}/origin`,
    scaled: [300, 600, 980].map(width => ({ width, address: `https://media.example/${id}/${width}x` })),
  };
}

/** Pictures of the old site by id and file; those in `missing` could not be imported. */
export function knownPictures(
  files: Readonly<Record<number, string>>,
  { missing = [] }: { missing?: number[] } = {},
): KnownPictures {
  const known = new KnownPictures(
    new SiteAddresses('news.example/blog', ['news.example', 'www.news.example', 'cdn.example']),
  );
  for (const [text, file] of Object.entries(files)) {
    const id = Number(text);
    const image = missing.includes(id) ? undefined : makeImage(id);
    known.add({ id, image, caption: '' }, { file, page: `https://news.example/blog/story/picture-${id}/` });
  }
  return known;
}
