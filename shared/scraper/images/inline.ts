import { pixels } from '../jsonld/values.ts';
import type { Page } from '../markup/page.ts';
import type { Element } from '../markup/dom.ts';
import { isWithin, readLabel } from '../markup/text.ts';
import { imageType, type Image } from './image.ts';

const MAX_COUNT = 100;
const MIN_SIZE = 80;
/** The size of a card on social networks; larger pictures get no more weight. */
const FULL_AREA = 1200 * 630;

const LAZY_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-hi-res-src', 'src'];
const SETS = ['srcset', 'data-srcset'];
const MAX_SOURCES = 20;
const DECORATION =
  /(?:^|[/_.\s-])(?:sprites?|icons?|logos?|avatars?|gravatar|emojis?|badges?|spacer|blank|pixel|beacon|tracking|tracker|counter|ads?|buttons?|loader|loading|transparent|1x1)(?:$|[/_.\s?\d-])/i;
const TRACKERS =
  /(?:doubleclick|facebook\.com\/tr|scorecardresearch|quantserve|pixel\.|stats\.|analytics|\/b\/ss\/)/i;
const HIDDEN = /display:\s*none|visibility:\s*hidden|-\d{3,5}px|(?:width|height):\s*[01]px/i;

/** The pictures in the article's text, weighted by size, without icons, sprites, avatars and trackers. */
export function inlineImages(page: Page): Image[] {
  return page.articleElements('img, amp-img', undefined, MAX_COUNT).flatMap((element, place) => {
    const url = page.absolute(findSource(element));
    if (url === undefined || isDecoration(element, url)) return [];
    const width = pixels(element.getAttribute('width'));
    const height = pixels(element.getAttribute('height'));
    if ((width > 0 && width < MIN_SIZE) || (height > 0 && height < MIN_SIZE)) return [];
    const weight = computeWeight(element, width * height) - place / 1000;
    return [{ url, width, height, type: imageType(url), weight }];
  });
}

function isArticle({ localName }: Element): boolean {
  return localName === 'article' || localName === 'main';
}

function computeWeight(element: Element, area: number): number {
  const size = area === 0 ? 0.3 : Math.min(area / FULL_AREA, 1);
  const placed = isWithin(element, isArticle) ? 0.15 : 0;
  return 0.2 + size * 0.2 + placed;
}

/** The largest candidate of the source sets, else a lazy loader's source, else `src`. */
function findSource(element: Element): string | null | undefined {
  const [largest] = listCandidates(element);
  return (
    largest ??
    LAZY_SOURCES.map(name => element.getAttribute(name)).find(source => source !== null && isReal(source))
  );
}

/** The candidates of the source sets of an image and its `<picture>`, the largest first. */
function listCandidates(element: Element): string[] {
  const { parentElement } = element;
  const sources = parentElement?.localName === 'picture' ? parentElement.querySelectorAll('source') : [];
  return [element, ...sources.slice(0, MAX_SOURCES)]
    .flatMap(holder => SETS.flatMap(name => candidatesIn(holder.getAttribute(name) ?? '')))
    .sort((one, other) => other.size - one.size)
    .map(({ url }) => url);
}

function isReal(source: string): boolean {
  return source !== '' && !source.startsWith('data:');
}

interface Candidate {
  readonly url: string;
  readonly size: number;
}

function candidatesIn(set: string): Candidate[] {
  return set
    .split(/,\s+/)
    .map(candidate => candidate.trim().split(/\s+/))
    .map(([url = '', size = '1x']) => ({ url, size: parseFloat(size) || 0 }))
    .filter(({ url }) => isReal(url));
}

function isDecoration(element: Element, url: string): boolean {
  const { pathname } = new URL(url);
  const words = `${pathname} ${readLabel(element)} ${element.getAttribute('alt')?.slice(0, 100) ?? ''}`;
  if (DECORATION.test(words) || TRACKERS.test(url) || pathname.endsWith('.svg')) return true;
  return (
    HIDDEN.test(element.getAttribute('style')?.slice(0, 300) ?? '') || isFallbackTracker(element, pathname)
  );
}

/** Images for clients without scripts: trackers have no file name of a picture, fallbacks of lazy loading have. */
function isFallbackTracker({ parentElement }: Element, pathname: string): boolean {
  return parentElement?.localName === 'noscript' && !/\.(?:jpe?g|png|gif|webp|avif)$/i.test(pathname);
}
