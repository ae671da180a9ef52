import { textsOf } from '../jsonld/values.ts';
import { microdataNames } from '../markup/microdata.ts';
import type { Page } from '../markup/page.ts';
import { isInvitation, looksPersonal, personName } from '../text/names.ts';
import { CARDS, USUAL_PLACES } from './byline-marks.ts';
import { namesInBylines } from './bylines.ts';
import { markup, meta, type Chain, type Extractor } from './chain.ts';
import { siteNames } from './publisher.ts';

const MAX_AUTHORS = 20;

const PERSONS: Extractor = {
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
  PERSONS,
  meta('html', 'byl', 'parsely-author', 'sailthru.author', 'sailthru.byline_name'),
  meta('html', 'article:author', 'og:article:author', 'article_author', 'cxenseparse:author'),
  meta('html', 'author', 'authors', 'creator', 'rbauthors', 'byline'),
  meta(
    'html',
    'dc.creator',
    'dc:creator',
    'dc.author',
    'dc.creator.aut',
    'dcterms.creator',
    'citation_author',
    'shareaholic:article_author_name',
  ),
  cardLabel,
  markup('itemprop author', page => microdataNames(page, 'author')),
];

/**
 * The authors' names, from the most trusted source that has any. An organization gives way to a person whom the page names,
 * and the site itself is the author only where JSON-LD says so and nothing else is found.
 */
export function authorsOf(page: Page, site: string | undefined): string[] {
  const sites = siteNames(page, site);
  const isNotSite = (name: string): boolean => !sites.has(name.toLowerCase()) && !isInvitation(name);
  // Some people write under their own name on a site of the same name.
  const isTrusted = (name: string): boolean => isPerson(name) || !sites.has(name.toLowerCase());
  const sources = [
    ...STATED.map(statement => () => statedNames(page, statement).filter(isTrusted)),
    () => namesInBylines(page, CARDS, isNotSite),
    ...USUAL_PLACES.map(bylines => () => namesInBylines(page, bylines, isNotSite)),
  ];
  let house: string[] = [];
  for (const find of sources) {
    const names = find();
    if (names.some(isPerson)) return withoutRepeats(names).slice(0, MAX_AUTHORS);
    if (house.length === 0) house = names;
  }
  if (house.length === 0) house = statedNames(page, PERSONS);
  return withoutRepeats(house).slice(0, MAX_AUTHORS);
}

function statedNames(page: Page, { find }: Extractor): string[] {
  return find(page).flatMap(text => personName(text ?? '') ?? []);
}

/** Words in the names of publishers and products, not of people. */
const HOUSE =
  /\b(?:news|news ?paper|times|post|daily|journal|magazine?|magazin|media|press|radio|tv|television|network|today|online|blog|staff|team|developers?|group|inc|ltd|gmbh|ag|verein|verband|bund|stiftung|institut|universität|redaktion|zeitung|university|institute|e\.\s?v)(?:\b|$)/i;

/** Whether a name is probably of a person, not of a publisher or product. */
function isPerson(name: string): boolean {
  return looksPersonal(name) && !HOUSE.test(name);
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
