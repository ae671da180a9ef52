import type { Fetch } from '../../http/guarded/client.ts';
import { dimensionsOf } from './dimensions.ts';
import { weighed, type Image } from './image.ts';
import { ranked } from './rank.ts';

const TOP = 3;
/** Most cameras' previews and colour profiles fit in before the size. */
const FIRST_BYTES = 65_536;
const TIMEOUT_MS = 3_000;

/** Reads the sizes of the first few images from their first bytes where the page doesn't tell, and ranks again. */
export async function measured(images: readonly Image[], fetch: Fetch): Promise<Image[]> {
  const top = await Promise.all(images.slice(0, TOP).map(image => measuredImage(image, fetch)));
  return ranked([...top, ...images.slice(TOP)]);
}

async function measuredImage(image: Image, fetch: Fetch): Promise<Image> {
  if (image.width > 0 && image.height > 0) return image;
  const request = { maxBytes: FIRST_BYTES, timeoutMs: TIMEOUT_MS, accept: 'image/*' };
  // An image that can't be had keeps its unknown size: the page is the answer, not its pictures.
  const response = await fetch(image.url, request).catch(() => undefined);
  const found = response?.status === 200 ? dimensionsOf(response.body) : undefined;
  return found === undefined ? image : weighed({ ...image, ...found });
}
