import type { Fetch } from '../../http/guarded/client.ts';
import { readDimensions } from '../../media/image-size.ts';
import { weightBySize, type Image } from './image.ts';
import { rankImages } from './rank.ts';

const MAX_MEASURED = 3;
/** In most files the size follows previews and colour profiles within this length. */
const FIRST_BYTES = 65_536;
const TIMEOUT_MS = 3_000;

/** Reads missing sizes of the first images from their first bytes, and sorts again. */
export async function measureImages(images: readonly Image[], fetch: Fetch): Promise<Image[]> {
  const top = await Promise.all(images.slice(0, MAX_MEASURED).map(image => measureImage(image, fetch)));
  return rankImages([...top, ...images.slice(MAX_MEASURED)]);
}

async function measureImage(image: Image, fetch: Fetch): Promise<Image> {
  if (image.width > 0 && image.height > 0) return image;
  const request = { maxBytes: FIRST_BYTES, timeoutMs: TIMEOUT_MS, accept: 'image/*' };
  // An image that can't be fetched keeps its unknown size, because a missing image must not fail the scrape.
  const response = await fetch(image.url, request).catch(() => undefined);
  const found = response?.status === 200 ? readDimensions(response.body) : undefined;
  return found === undefined ? image : weightBySize({ ...image, ...found });
}
