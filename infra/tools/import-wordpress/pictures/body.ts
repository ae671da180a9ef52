import { escapeHtml } from '../../../../shared/text/html.ts';
import { fitting, isCut, sourceSet } from './fit.ts';
import type { KnownPictures } from './known.ts';
import { readTags, type Attribute, type Attributes } from './tags.ts';

const WANTED = {
  img: new Set(['src', 'srcset', 'class', 'width', 'height']),
  a: new Set(['href']),
};

/** A body as it is sent. */
export interface MappedBody {
  html: string;
  /** It shows a picture of the export that could not be imported, under its old address. */
  showsMissing: boolean;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Gives a body's pictures, and the links to them, the addresses that they have now. All else stays byte for byte as it was, and so
 * do pictures that the export does not have.
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
  // A cut is shown whole from now on, and its height would squash it.
  const isSquashed = copy && isCut(image, copy);
  return [
    replaced('src', src, fitting(image, width)),
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

/** `wp-image-123`, by which WordPress' editors mark what they put in. */
function idIn(attribute: Attribute | undefined): number | undefined {
  const id = /(?:^|\s)wp-image-(\d{1,15})(?=\s|$)/.exec(attribute?.value ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}

function pixelsIn(attribute: Attribute | undefined): number | undefined {
  const pixels = /^\s*(\d{1,5})(?:px)?\s*$/.exec(attribute?.value ?? '')?.[1];
  return Number(pixels) || undefined;
}

/** `photo.jpg?w=300`, of WordPress.com and of image services before a site. */
function widthAskedFor(address: string): number | undefined {
  const width = /[?&]w=(\d{1,5})(?=&|#|$)/.exec(address)?.[1];
  return Number(width) || undefined;
}

/** In the order of the text, as attributes may come in any. */
function edited(html: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(html.slice(done, start), text);
    done = end;
  }
  return [...parts, html.slice(done)].join('');
}
