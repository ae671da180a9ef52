import { readTexts } from '../jsonld/values.ts';
import type { Element } from '../markup/dom.ts';
import type { Page } from '../markup/page.ts';
import { isWithin, readLabel, readText } from '../markup/text.ts';
import { clean, foldLetters } from '../text/clean.ts';
import { findFirst, markup, meta, structured, type Chain, type Extractor } from './chain.ts';
import { titleParts } from './texts.ts';

const MAX_LENGTH = 80;
const FIRST_IMAGES = 50;

const site: Extractor = {
  name: 'JSON-LD site or organisation',
  from: 'jsonld',
  find: ({ data }) => data.sites.flatMap(node => readTexts(node.name, data.graph)),
};

/** The last part of the document's title, when the rest is the title in other sources. */
const titleEnding = markup('ending of title', page => {
  const titles = [
    ...page.metas('og:title', 'twitter:title'),
    ...page
      .querySelectorAll('h1')
      .slice(0, 5)
      .map(h1 => readText(h1)),
  ].map(clean);
  return page.documentTitles
    .slice(0, 1)
    .map(element => clean(readText(element)))
    .map(title => ({ title, parts: titleParts(title) }))
    .filter(
      ({ title, parts }) =>
        parts.length > 1 && titles.some(given => given !== '' && title !== given && title.startsWith(given)),
    )
    .map(({ parts }) => parts.at(-1) ?? '')
    .filter(ending => isNameOfHost(ending, page.url) || !isTagline(ending));
});

function isLogo(element: Element): boolean {
  return /(?:^|[\s_-])(?:logo|brand)/i.test(readLabel(element));
}

/** The alternative text of the logo. */
const logo = markup('logo', page =>
  page
    .querySelectorAll('img')
    .slice(0, FIRST_IMAGES)
    .filter(image => isWithin(image, isLogo))
    .map(image => image.getAttribute('alt')?.replace(/\s+(?:logo|home ?page|home)$/i, '')),
);

const SITE_NAMES: Chain = [
  structured('publisher'),
  meta('opengraph', 'og:site_name'),
  meta('html', 'application-name', 'apple-mobile-web-app-title', 'al:ios:app_name', 'al:android:app_name'),
  meta('html', 'publisher', 'dc.publisher', 'dcterms.publisher', 'citation_publisher', 'article:publisher'),
  meta('twitter', 'twitter:app:name:iphone', 'twitter:app:name:ipad', 'twitter:app:name:googleplay'),
];

const PUBLISHER: Chain = [...SITE_NAMES.slice(0, 2), site, ...SITE_NAMES.slice(2), titleEnding, logo];

/** The name of the site or publisher. */
export function findPublisher(page: Page): string | undefined {
  return findFirst(page, PUBLISHER, text => {
    const name = withoutTagline(clean(text).replace(/^@/, ''), page.url);
    return name.length <= MAX_LENGTH && /[\p{L}\p{N}]/u.test(name) && !/^https?:/i.test(name)
      ? name
      : undefined;
  })?.value;
}

/** Names of the site and its applications in lower case, which can't be authors' names. */
export function siteNames(page: Page, publisher: string | undefined): ReadonlySet<string> {
  const stated = SITE_NAMES.flatMap(({ find }) => find(page)).map(text => clean(text ?? ''));
  const names = [...stated, publisher ?? ''].filter(name => name !== '');
  return new Set(names.flatMap(name => [name, ...withoutKind(name)]).map(name => name.toLowerCase()));
}

/** Shortens "Android Developers Blog" to "Android Developers". */
function withoutKind(name: string): string[] {
  return /^(.{3,}?)\s+(?:blog|news|online|magazine)$/i.exec(name)?.slice(1) ?? [];
}

const SEPARATOR = /\s+[|–—·•»-]\s+|(?<=[^\s:]):\s+|\s*\|\s*/;

const MAX_WORDS = 4;

/** Whether a text is a tagline or part of a headline rather than a name: many words, punctuation, or a lower-case initial. */
function isTagline(text: string): boolean {
  return text.split(' ').length > MAX_WORDS || /[!?,;&]|[.:](?:\s|$)|^\p{Ll}/u.test(text);
}

/** The site's name without its tagline: "WebMD" from "WebMD: Better information. Better health." */
function withoutTagline(text: string, url: string): string {
  const separator = SEPARATOR.exec(text);
  if (separator === null) return text;
  const head = text.slice(0, separator.index);
  const tail = text.slice(separator.index + separator[0].length);
  if (head !== '' && isTagline(tail) && !isNameOfHost(tail, url)) return head;
  return isTagline(head) && isNameOfHost(tail, url) ? tail : text;
}

/** Whether a name matches the host: "The Guardian" for www.theguardian.com, "BBC News" for bbc.co.uk. */
function isNameOfHost(name: string, url: string): boolean {
  const letters = foldName(name);
  return new URL(url).hostname
    .split('.')
    .slice(0, -1)
    .map(foldName)
    .filter(label => label.length > 2 && label !== 'www')
    .some(label => letters === label || letters === `the${label}` || label === `the${letters}`);
}

function foldName(name: string): string {
  return foldLetters(name.toLowerCase().replace(/\.(?:com|org|net)$/, ''));
}
