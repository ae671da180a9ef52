import { textsOf } from '../jsonld/values.ts';
import type { Element } from '../markup/dom.ts';
import { microdataNames } from '../markup/microdata.ts';
import type { Page } from '../markup/page.ts';
import { isWithin, labelOf, textOf } from '../markup/text.ts';
import { isTeased } from '../markup/teasers.ts';
import { looksPersonal, personName } from '../text/names.ts';
import { markup, meta, type Chain, type Extractor } from './chain.ts';
import { siteNames } from './publisher.ts';

const MAX_AUTHORS = 20;

const persons: Extractor = {
  name: 'JSON-LD author, creator',
  from: 'jsonld',
  find: ({ data }) => {
    const lists = data.subjects.map(node => textsOf(node.author ?? node.creator, data.graph));
    return lists.find(list => list.length > 0) ?? [];
  },
};

/** Cards on X have up to two labelled texts; WordPress puts the author into one of them. */
const cardLabel = markup('twitter:label', page =>
  [1, 2]
    .filter(index =>
      /written by|author|verfasst von|écrit par|escrito por/i.test(
        page.metas(`twitter:label${index}`)[0] ?? '',
      ),
    )
    .flatMap(index => page.metas(`twitter:data${index}`)),
);

/** Explicit statements, which are trusted. */
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

/** Finds bylines where they usually are; the results need checks, because other texts are there too. */
function inText(name: string, find: (page: Page) => readonly Element[]): Extractor {
  return markup(name, page => {
    const found = find(page).filter(element => !isAboutAuthor(element) && !isTeased(page, element));
    const innermost = found.filter(
      element => !found.some(other => other !== element && isIn(other, element)),
    );
    const [first] = innermost;
    return first === undefined ? [] : innermost.filter(other => isBeside(first, other)).flatMap(namesIn);
  });
}

const AUTHOR_ADDRESS =
  /\/(?:authors?|writers?|reporters?|journalists?|auteurs?|autore?s?|autoren)(?:[/?]|[_-]bio|[_-]page)|[?&]author(?:_?id|_name)?=/;
const AUTHOR_LABEL = /(?:^|[\s_-])(?:author|byline)s?(?:[\s_-]*(?:name|link))?(?:$|\s)|byline(?:$|\s)/i;
const ABOUT_AUTHOR = /(?:^|[\s_-])(?:bio|biography|about)(?:$|[\s_-])/i;

const BYLINES: Chain = [
  inText('rel author', page => page.articleElements('a[rel~="author" i]')),
  inText('class author', page => page.labelledElements(AUTHOR_LABEL)),
  inText('link to an author', page =>
    page.articleElements('a[href]', link => AUTHOR_ADDRESS.test(link.getAttribute('href') ?? '')),
  ),
];

function isAboutAuthor(element: Element): boolean {
  return isWithin(element, around => ABOUT_AUTHOR.test(labelOf(around)));
}

function isIn(element: Element, holder: Element): boolean {
  return isWithin(element, around => around === holder);
}

/** Several authors of an article stand close together; a distant byline belongs to another article. */
function isBeside(first: Element, other: Element): boolean {
  return isIn(other, blockOf(first)) || first.parentElement === other.parentElement;
}

const SECTIONS = new Set(['', 'html', 'body', 'main', 'article', 'section', 'header']);

/** The container of a byline, at most two levels up and never a section of the page. */
function blockOf(byline: Element, levels = 2): Element {
  const { parentElement } = byline;
  const isBlock = levels > 0 && parentElement !== null && !SECTIONS.has(parentElement.localName);
  return isBlock ? blockOf(parentElement, levels - 1) : byline;
}

/** The marked names in a byline, else the linked names, else its whole text. */
function namesIn(byline: Element): string[] {
  const marked = byline.querySelectorAll('.fn, [itemprop~="name"], [rel~="author" i]').map(nameOf);
  if (marked.length > 0) return marked;
  const linked = byline
    .querySelectorAll('a[href]')
    .map(nameOf)
    .filter(text => looksPersonal(text));
  return linked.length > 0 ? linked : [nameOf(byline)];
}

function nameOf(element: Element): string {
  return textOf(element).trim();
}

/** The authors' names, from the most trusted source that has any. */
export function authorsOf(page: Page, site: string | undefined): string[] {
  const sites = siteNames(page, site);
  const stated = namesFrom(page, STATED, text => {
    const name = personName(text);
    // Some people write under their own name on a site of the same name.
    const isSite = name !== undefined && sites.has(name.toLowerCase());
    return isSite && (!looksPersonal(name) || HOUSE.test(name)) ? undefined : name;
  });
  if (stated.length > 0) return stated;
  return namesFrom(page, BYLINES, text => {
    const name = personName(text);
    return name !== undefined && looksPersonal(name) && !sites.has(name.toLowerCase()) ? name : undefined;
  });
}

/** Words in the names of publishers and products, not of people. */
const HOUSE =
  /\b(?:news|news ?paper|times|post|daily|journal|magazine|media|press|radio|tv|television|network|today|online|blog|staff|team|developers?|group|inc|ltd|gmbh|university|institute)\b/i;

function namesFrom(page: Page, chain: Chain, accept: (text: string) => string | undefined): string[] {
  for (const { find } of chain) {
    const names = find(page).flatMap(text => accept(text ?? '') ?? []);
    if (names.length > 0) return withoutRepeats(names).slice(0, MAX_AUTHORS);
  }
  return [];
}

/** Each name once, ignoring case, in its first spelling. */
function withoutRepeats(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    if (!byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.values()];
}
