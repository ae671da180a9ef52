import { readTypes } from '../jsonld/graph.ts';
import type { Element } from '../markup/dom.ts';
import type { Page } from '../markup/page.ts';
import { findFirst, markup, meta, structured, type Chain } from './chain.ts';

/** Kinds of scraped addresses. */
export const KINDS = [
  'article',
  'audio',
  'image',
  'link',
  'post',
  'product',
  'profile',
  'recipe',
  'video',
  'website',
] as const;

export type Kind = (typeof KINDS)[number];

/** Matched against JSON-LD types in lower case, then og:type. */
const MARKS: readonly (readonly [RegExp, Kind])[] = [
  [/recipe/, 'recipe'],
  [/article|posting|report|^review$|book/, 'article'],
  [/video|movie|tvseries/, 'video'],
  [/audio|music|podcast|song|^episode$/, 'audio'],
  [/product/, 'product'],
  [/profile|person/, 'profile'],
  [/image|photo/, 'image'],
  [/website|home|collection/, 'website'],
];

/** The page's stated kind. A page that states none is an article when it has running text. */
export function findKind(page: Page, body: string): Kind {
  const types = [
    ...page.data.subjects.flatMap(readTypes),
    ...page.metas('og:type').map(type => type.toLowerCase()),
  ];
  for (const type of types) {
    const kind = MARKS.find(([mark]) => mark.test(type))?.[1];
    if (kind !== undefined) return kind;
  }
  return body === '' ? 'website' : 'article';
}

const LANGUAGE: Chain = [
  markup('html lang', page =>
    page.querySelectorAll('html').map(html => html.getAttribute('lang') ?? html.getAttribute('xml:lang')),
  ),
  meta('opengraph', 'og:locale'),
  structured('inLanguage'),
  meta('html', 'inlanguage', 'language', 'dc.language', 'dcterms.language'),
  markup('content-language', page =>
    page
      .querySelectorAll('meta[http-equiv="content-language" i]')
      .map(element => element.getAttribute('content')),
  ),
];

/** The page's language as a BCP 47 tag, for example `en-US`. */
export function findLocale(page: Page): string | undefined {
  return findFirst(page, LANGUAGE, text => {
    const tag = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/i.exec(text.split(/[,;]/)[0]?.trim() ?? '')?.[0];
    try {
      return tag === undefined ? undefined : Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0];
    } catch {
      return undefined;
    }
  })?.value;
}

/** Larger icons are for apps and slow to load. */
const MAX_WANTED = 192;
const MAX_COUNT = 100;
const ICON = /(?:^|\s)(?:icon|apple-touch-icon(?:-precomposed)?)(?:$|\s)/i;

/** The address of the site's largest small icon; `/favicon.ico` when the page names none. */
export function findFavicon(page: Page): string {
  const icons = page
    .links(ICON)
    .slice(0, MAX_COUNT)
    .map(link => ({ url: page.absolute(link.getAttribute('href')), worth: rateIcon(link) }))
    .sort((one, other) => other.worth - one.worth);
  const best = icons.find(({ url }) => url !== undefined)?.url;
  return best ?? new URL('/favicon.ico', page.url).href;
}

function rateIcon(link: Element): number {
  const side = readSide(link);
  return side > MAX_WANTED ? MAX_WANTED / side : side;
}

/** Width in pixels, as stated or as usual for the kind of icon. */
function readSide(link: Element): number {
  const [sizes = '', type = '', href = '', rel = ''] = ['sizes', 'type', 'href', 'rel'].map(
    name => link.getAttribute(name) ?? '',
  );
  if (/svg/i.test(type) || /\.svg(?:$|\?)/i.test(href)) return MAX_WANTED;
  const stated = [...sizes.matchAll(/(\d{1,4})x\d{1,4}/gi)].map(([, width]) => Number(width));
  if (stated.length > 0) return Math.max(...stated);
  return /apple/i.test(rel) ? 180 : 16;
}
