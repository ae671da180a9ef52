import type { Page } from '../markup/page.ts';
import { readText } from '../markup/text.ts';
import { clean, shortenText, withoutTags } from '../text/clean.ts';
import { findFirst, itemProperty, meta, structured, markup, type Chain, type Found } from './chain.ts';

const MAX_TITLE_LENGTH = 500;

const documentTitle = markup('title', page => page.documentTitles.slice(0, 1).map(title => readText(title)));
const headings = markup('h1', page => findHeadings(page));

/** The first headings of the page's own article. */
export function findHeadings(page: Page): string[] {
  return page.articleElements('h1').map(h1 => clean(readText(h1)));
}

const named = meta(
  'html',
  'parsely-title',
  'sailthru.title',
  'citation_title',
  'dc.title',
  'dcterms.title',
  'title',
);

const TITLE: Chain = [
  meta('opengraph', 'og:title'),
  meta('twitter', 'twitter:title'),
  documentTitle,
  structured('headline', 'name'),
  named,
  itemProperty('headline'),
  headings,
];

const HEADLINE: Chain = [
  structured('headline'),
  itemProperty('headline'),
  meta('opengraph', 'og:title'),
  meta('twitter', 'twitter:title'),
  named,
  markup('only h1', page => {
    const found = page.querySelectorAll('h1');
    return found.length === 1 ? found.map(h1 => readText(h1)) : [];
  }),
  documentTitle,
  headings,
];

function tidy(text: string): string {
  return shortenText(clean(text), MAX_TITLE_LENGTH);
}

/** The page's stated title. */
export function findTitle(page: Page): Found | undefined {
  return findFirst(page, TITLE, tidy);
}

/** The article's headline: the heading with which the title begins, else a title without the site's name. */
export function findHeadline(page: Page, site: string | undefined): string | undefined {
  const title = findTitle(page)?.value ?? '';
  const heading = findHeadings(page).find(text => isBeginning(text, title));
  return heading ?? findFirst(page, HEADLINE, text => withoutSite(tidy(text), site))?.value;
}

/** Whether a title goes on after a heading with a separator and the name of a section or the site. */
function isBeginning(heading: string, title: string): boolean {
  return heading !== '' && title.startsWith(heading) && ENDING.test(title.slice(heading.length));
}

const ENDING = /^\s*[|–—·•»:｜-]\s*\S/;
const SEPARATOR = /\s+(?:[|–—·•»-]|::)\s+/;

/** Splits a title at its separators. */
export function titleParts(title: string): string[] {
  return title.split(SEPARATOR);
}

function withoutSite(title: string, site: string | undefined): string {
  const isSite = (part: string | undefined): boolean => part?.toLowerCase() === site?.toLowerCase();
  const parts = titleParts(title);
  if (parts.length < 2 || site === undefined) return title;
  if (isSite(parts.at(-1))) return title.slice(0, title.length - site.length).replace(/\s+\S+\s+$/, '');
  if (isSite(parts[0])) return title.slice(site.length).replace(/^\s+\S+\s+/, '');
  return title;
}

const MAX_DESCRIPTION_LENGTH = 1_000;
const MAX_BODY_LENGTH = 300;

const DESCRIPTION: Chain = [
  meta('opengraph', 'og:description'),
  meta('twitter', 'twitter:description'),
  meta('html', 'description'),
  structured('description'),
  itemProperty('description'),
  meta('html', 'dc.description', 'dcterms.description', 'sailthru.description', 'parsely-summary'),
];

/** The page's stated description, or the beginning of its text. */
export function findDescription(page: Page, body: string): string {
  const stated = findFirst(page, DESCRIPTION, text =>
    shortenText(clean(withoutTags(text)), MAX_DESCRIPTION_LENGTH),
  );
  return stated?.value ?? shortenText(clean(body), MAX_BODY_LENGTH);
}
