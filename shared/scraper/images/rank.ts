import type { Fetch } from '../../platform/http/guarded/client.ts';
import { readDimensions } from '../../library/media/image-size.ts';
import type { Page } from '../markup/page.ts';
import { declaredImages } from './declared.ts';
import { weightBySize, type Image } from './image.ts';
import { inlineImages } from './inline.ts';

const MAX_COUNT = 20;

/** The page's pictures and `others`, the most representative first. */
export function findImages(page: Page, others: readonly Image[]): Image[] {
  return rankImages([...declaredImages(page), ...others, ...inlineImages(page)]);
}

/** Merges duplicates and sorts by falling weight. */
export function rankImages(images: readonly Image[]): Image[] {
  const byUrl = new Map<string, Image>();
  for (const image of images) {
    const key = image.url.replace(/#.*$/, '').replace(/^http:/, 'https:');
    const known = byUrl.get(key);
    byUrl.set(key, known === undefined ? image : mergeImages(known, image));
  }
  return [...byUrl.values()]
    .map(image => ({ ...image, weight: roundWeight(image.weight) }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_COUNT);
}

function roundWeight(weight: number): number {
  return Math.round(weight * 1000) / 1000;
}

function mergeImages(known: Image, again: Image): Image {
  const sized = known.width > 0 && known.height > 0 ? known : again;
  const { width, height } = sized;
  return {
    ...known,
    width,
    height,
    type: known.type || again.type,
    weight: Math.max(known.weight, again.weight),
  };
}

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
