import { escapeHtml } from '../../../../shared/platform/text/html.ts';
import type { KnownPictures, PlacedImage } from './known.ts';
import { readTags, type Attribute, type Attributes } from './tags.ts';
import type { Size } from './versions.ts';

/** An image may be enlarged by a tenth: 980 pixels suffice for WordPress's 1024. */
const ENOUGH = 0.9;
/** Resized copies are rounded to whole pixels. */
const ROUNDING = 2;

/** The URL of the smallest version that is wide enough, or of the original when none is or the width is unknown. */
function selectVersion({ scaled, origin, width }: PlacedImage, shown: number | undefined): string {
  if (shown === undefined) return origin;
  const enough = Math.min(shown * ENOUGH, width);
  return scaled.find(version => version.width >= enough)?.address ?? origin;
}

/** All versions, for browsers to choose from. */
function sourceSet({ scaled, origin, width }: PlacedImage): string {
  const smaller = scaled.filter(version => version.width < width);
  return [...smaller, { width, address: origin }]
    .map(version => `${version.address} ${version.width}w`)
    .join(', ');
}

/** Whether a resized copy shows a crop: its aspect ratio differs. */
function isCut(image: Size, copy: Size): boolean {
  const height = (copy.width * image.height) / image.width;
  return Math.abs(copy.height - height) > Math.max(ROUNDING, height / 50);
}

const WANTED = {
  img: new Set(['src', 'srcset', 'class', 'width', 'height']),
  a: new Set(['href']),
};

/** A body after the mapping. */
export interface MappedBody {
  html: string;
  /** Whether it shows an image that could not be imported, at its old URL. */
  showsMissing: boolean;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Replaces the URLs of images, and of links to them, in a body. Everything else stays byte for byte, including images that the
 * export does not contain.
 */
export function mapBody(html: string, pictures: KnownPictures): MappedBody {
  const edits: Edit[] = [];
  let showsMissing = false;
  readTags(html, WANTED, (name, attributes) => {
    const mapped = name === 'img' ? imageEdits(attributes, pictures) : linkEdits(attributes, pictures);
    if (mapped === 'missing') showsMissing = true;
    else edits.push(...mapped);
  });
  return { html: edited(html, edits), showsMissing };
}

function imageEdits(attributes: Attributes, pictures: KnownPictures): Edit[] | 'missing' {
  const src = attributes.get('src');
  const found = src && pictures.byFile(src.value, idIn(attributes.get('class')));
  if (!src || !found) return [];
  const { copy, picture } = found;
  const { image } = picture;
  if (!image) return 'missing';
  const width = pixelsIn(attributes.get('width')) ?? copy?.width ?? widthAskedFor(src.value);
  const srcset = attributes.get('srcset');
  const height = attributes.get('height');
  // A cropped copy is replaced by the whole image, which its height would distort.
  const isSquashed = copy && isCut(image, copy);
  return [
    replaced('src', src, selectVersion(image, width)),
    ...(srcset ? [replaced('srcset', srcset, sourceSet(image))] : []),
    ...(height && isSquashed ? [{ ...height, text: '' }] : []),
  ];
}

function linkEdits(attributes: Attributes, pictures: KnownPictures): Edit[] {
  const href = attributes.get('href');
  const image = href && pictures.byLink(href.value)?.image;
  return href && image ? [replaced('href', href, image.origin)] : [];
}

function replaced(name: string, { start, end }: Attribute, value: string): Edit {
  return {
    start,
    end,
    text: `${name}="${escapeHtml(value)}"`,
  };
}

/** The id in `wp-image-123`, a class that WordPress's editors add. */
function idIn(attribute: Attribute | undefined): number | undefined {
  const id = /(?:^|\s)wp-image-(\d{1,15})(?=\s|$)/.exec(attribute?.value ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}

function pixelsIn(attribute: Attribute | undefined): number | undefined {
  const pixels = /^\s*(\d{1,5})(?:px)?\s*$/.exec(attribute?.value ?? '')?.[1];
  return Number(pixels) || undefined;
}

/** The width in `photo.jpg?w=300`, as WordPress.com and image services use it. */
function widthAskedFor(address: string): number | undefined {
  const width = /[?&]w=(\d{1,5})(?=&|#|$)/.exec(address)?.[1];
  return Number(width) || undefined;
}

/** Applies the edits in the order of the text; attributes may come in any order. */
function edited(html: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(html.slice(done, start), text);
    done = end;
  }
  return [...parts, html.slice(done)].join('');
}
