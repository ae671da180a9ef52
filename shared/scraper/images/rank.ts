import type { Page } from '../markup/page.ts';
import { declaredImages } from './declared.ts';
import type { Image } from './image.ts';
import { inlineImages } from './inline.ts';

const MAX_COUNT = 20;

/** The page's pictures and `others`, the most representative first. */
export function imagesOf(page: Page, others: readonly Image[]): Image[] {
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
