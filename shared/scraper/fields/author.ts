import { readTexts } from '../jsonld/values.ts';
import { microdataNames } from '../markup/microdata.ts';
import type { Page } from '../markup/page.ts';
import { isInvitation, looksPersonal, statedNames } from '../text/names.ts';
import { namesBesideDate } from './byline-lines.ts';
import { BYLINES, type Bylines } from './byline-marks.ts';
import { namesInBylines } from './bylines.ts';
import { markup, meta, type Extractor } from './chain.ts';
import { namesInCredits } from './credits.ts';
import { siteNames } from './publisher.ts';
import { namesInSignatures } from './signatures.ts';
import { foldLetters } from '../text/clean.ts';

const MAX_AUTHORS = 20;

const PERSONS: Extractor = {
  name: 'JSON-LD author, creator',
  from: 'jsonld',
  find: ({ data }) => {
    const lists = data.subjects.map(node => readTexts(node.author ?? node.creator, data.graph));
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

/** A way to find the authors' names, and how much it counts. */
interface Source {
  readonly trust: number;
  readonly find: (page: Page, isSite: (name: string) => boolean) => string[];
}

/** Some people write under their own name on a site of the same name. */
function stated(extractor: Extractor, trust = 1): Source {
  return {
    trust,
    find: (page, isSite) =>
      extractor
        .find(page)
        .flatMap(text => statedNames(text ?? ''))
        .filter(name => isPerson(name) || !isSite(name)),
  };
}

function shown(bylines: Bylines): Source {
  return {
    trust: bylines.trust,
    find: (page, isSite) => namesInBylines(page, bylines, name => !isSite(name) && !isInvitation(name)),
  };
}

/** The first of several sources with the same trust goes first. */
const SOURCES: readonly Source[] = [
  stated(PERSONS, 2),
  stated(meta('html', 'byl', 'parsely-author', 'sailthru.author', 'sailthru.byline_name')),
  stated(meta('html', 'article:author', 'og:article:author', 'article_author', 'cxenseparse:author')),
  stated(meta('html', 'author', 'authors', 'creator', 'rbauthors', 'byline')),
  stated(
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
  ),
  stated(cardLabel),
  stated(markup('itemprop author', page => microdataNames(page, 'author'))),
  ...BYLINES.map(shown),
  { trust: 0.5, find: page => namesBesideDate(page).filter(isPerson) },
  { trust: 0.5, find: page => namesInCredits(page).filter(name => !HOUSE.test(name)) },
  { trust: 0.5, find: page => namesInSignatures(page).filter(name => !HOUSE.test(name)) },
];

/** Names that sources state, and how much these count together. */
interface Claim {
  readonly names: readonly string[];
  readonly trust: number;
}

/** An organization gives way to a person whom another source names. */
const TRUST_IN_HOUSE = 0.75;
/** The site itself is an author only where JSON-LD or two other sources say so. */
const MIN_TRUST_IN_SITE = 1.5;

/** What three sources agree on is settled: the others, which search the whole page, are not read. */
const SETTLED_TRUST = 3;

/** The authors' names that most sources agree on; of equal ones, those of the more trusted source. */
export function findAuthors(page: Page, site: string | undefined): string[] {
  const sites = siteNames(page, site);
  const found = mostTrusted(page, name => sites.has(name.toLowerCase()));
  if (found !== undefined) return [...found.names];
  const house = mostTrusted(page, () => false);
  return house !== undefined && house.trust >= MIN_TRUST_IN_SITE ? [...house.names] : [];
}

function mostTrusted(page: Page, isSite: (name: string) => boolean): Claim | undefined {
  const claims = new Map<string, Claim>();
  let left = SOURCES.reduce((sum, { trust }) => sum + trust, 0);
  for (const { find, trust } of SOURCES) {
    if (isDecided([...claims.values()], left)) break;
    left -= trust;
    const names = withoutRepeats(find(page, isSite)).slice(0, MAX_AUTHORS);
    if (names.length === 0) continue;
    const key = names.map(foldLetters).sort().join(' ');
    const before = claims.get(key) ?? { names, trust: 0 };
    const total = before.trust + (names.some(isPerson) ? trust : trust * TRUST_IN_HOUSE);
    const isBetterSpelt = names.every(looksPersonal) && !before.names.every(looksPersonal);
    claims.set(key, { names: isBetterSpelt ? names : before.names, trust: total });
  }
  const [first, ...others] = [...claims.values()].sort((one, other) => other.trust - one.trust);
  return others.find(other => first !== undefined && isFullName(other, first)) ?? first;
}

/** Whether one claim is another's first name with a surname: "Jane Doe" of "Jane". */
function isFullName(
  { names: [full = '', ...more] }: Claim,
  { names: [name = '', ...others] }: Claim,
): boolean {
  if (more.length + others.length > 0 || /\s/.test(name)) return false;
  return looksPersonal(full) && full.toLowerCase().startsWith(`${name.toLowerCase()} `) && isPerson(full);
}

/** Whether the first claim is settled, or the sources that are left can't outvote it. */
function isDecided(claims: readonly Claim[], left: number): boolean {
  const [first = 0, second = 0] = claims.map(({ trust }) => trust).sort((one, other) => other - one);
  return first >= SETTLED_TRUST || first > second + left;
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
