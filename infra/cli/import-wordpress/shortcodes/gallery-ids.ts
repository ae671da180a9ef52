import { NextFinder } from '../paragraphs/next.ts';
import { hasEditorBlocks } from '../paragraphs/add.ts';
import { readShortcode } from './tag.ts';

const MAX_COUNT = 1000;

/** The ids of the pictures that a gallery names, in its order; none for one that shows all pictures of its post. */
export function readGalleryIds(attributes: ReadonlyMap<string, string>): number[] {
  const ids = attributes.get('ids') ?? attributes.get('include') ?? '';
  return ids
    .split(/[\s,]+/)
    .flatMap(id => (/^[1-9]\d{0,14}$/.test(id) ? [Number(id)] : []))
    .slice(0, MAX_COUNT);
}

/** The ids in all galleries of a stored body. */
export function findGalleryIds(content: string): number[] {
  if (hasEditorBlocks(content)) return [];
  const next = new NextFinder(content);
  return [...content.matchAll(/\[gallery(?![\w-])/g)].flatMap(({ index }) => {
    const tag = readShortcode(content, index, 'gallery', next);
    return tag ? readGalleryIds(tag.attributes) : [];
  });
}
