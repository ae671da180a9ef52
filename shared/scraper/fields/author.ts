import { textsOf } from '../jsonld/values.ts';
import { microdataNames } from '../markup/microdata.ts';
import type { Page } from '../markup/page.ts';
import type { Element } from '../markup/dom.ts';
import { isWithin, labelOf, textOf } from '../markup/text.ts';
import { clean } from '../text/clean.ts';
import { parseDate } from '../text/dates.ts';
import { markup, meta, type Chain, type Extractor } from './chain.ts';

const MOST = 20;
const LONGEST = 100;

const persons: Extractor = {
  name: 'JSON-LD author, creator',
  from: 'jsonld',
  find: ({ data }) => {
    const lists = data.subjects.map(node => textsOf(node.author ?? node.creator, data.graph));
    return lists.find(list => list.length > 0) ?? [];
  },
};

/** Cards on X carry up to two labelled facts; WordPress puts the author in one of them. */
const cardLabel = markup('twitter:label', page =>
  [1, 2]
    .filter(index =>
      /written by|author|verfasst von|écrit par|escrito por/i.test(
        page.metas(`twitter:label${index}`)[0] ?? '',
      ),
    )
    .flatMap(index => page.metas(`twitter:data${index}`)),
);

/** Explicit statements, which are believed. */
const STATED: Chain = [
  persons,
  meta('html', 'author', 'article:author', 'og:article:author', 'byl', 'parsely-author', 'sailthru.author'),
  meta(
    'html',
    'dc.creator',
    'dc.author',
    'dcterms.creator',
    'citation_author',
    'shareaholic:article_author_name',
  ),
  cardLabel,
  markup('itemprop author', page => microdataNames(page, 'author')),
];

const inText = (name: string, find: (page: Page) => readonly Element[]): Extractor =>
  markup(name, page =>
    find(page)
      .filter(element => !isAboutAuthor(element))
      .map(element => textOf(element)),
  );

const AUTHOR_ADDRESS = /\/authors?\/[^/]/;
const AUTHOR_LABEL = /(?:^|[\s_-])(?:author|byline)(?:[\s_-]*(?:name|link))?(?:$|\s)/i;
const ABOUT_AUTHOR = /\b(?:bio|biography|about)\b/i;

/** Where bylines tend to stand; other things stand there too. */
const WRITTEN: Chain = [
  inText('rel author', page => page.articleElements('a[rel~="author" i]')),
  inText('link to an author', page =>
    page.articleElements('a[href]', link => AUTHOR_ADDRESS.test(link.getAttribute('href') ?? '')),
  ),
  inText('class author', page => page.labelledElements(AUTHOR_LABEL)),
];

const isAboutAuthor = (element: Element): boolean =>
  isWithin(element, around => ABOUT_AUTHOR.test(labelOf(around)));

/** The names of those who made the page, as given by the most trusted source that gives any. */
export function authorsOf(page: Page, site: string | undefined): string[] {
  const stated = namesFrom(page, STATED, personName);
  return stated.length > 0
    ? stated
    : namesFrom(page, WRITTEN, text => {
        const name = personName(text);
        return name !== undefined && looksPersonal(name) && name !== site ? name : undefined;
      });
}

function namesFrom(page: Page, chain: Chain, accept: (text: string) => string | undefined): string[] {
  for (const { find } of chain) {
    const names = find(page).flatMap(text => accept(text ?? '') ?? []);
    if (names.length > 0) return [...new Set(names)].slice(0, MOST);
  }
  return [];
}

const PREFIX =
  /^(?:(?:written|posted|published|reported|story|words)\s+)?(?:by|von|par|por|di|door|autor|author)[\s:]+/i;
const UNNAMED =
  /^(?:admin|administrator|editor|staff|guest|author|unknown|anonymous|null|undefined|none|n\/a)$/i;

/** A person's or desk's name; undefined for addresses, handles and dates. */
function personName(text: string): string | undefined {
  if (text.length > LONGEST * 3) return undefined;
  const name = clean(text)
    .replace(PREFIX, '')
    .replace(/^[\s|,·•—-]+|[\s|,·•-]+$/g, '');
  if (name.length < 2 || name.length > LONGEST || UNNAMED.test(name)) return undefined;
  if (/^@|^https?:|^www\.|\S@\S|\.html?$/i.test(name) || !/\p{L}/u.test(name)) return undefined;
  return parseDate(name) === undefined ? name : undefined;
}

/** Two to six words, the first and the last with a capital where the script has any. */
const looksPersonal = (name: string): boolean =>
  /^[\p{Lu}\p{Lo}][^\s\d•|:]*(?:\s[^\s\d•|:]+){0,4}\s[\p{Lu}\p{Lo}][^\s\d•|:]*$/u.test(name);
