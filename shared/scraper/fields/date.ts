import type { Page } from '../markup/page.ts';
import type { Element } from '../markup/dom.ts';
import { isWithin, readLabel, readText } from '../markup/text.ts';
import { clean } from '../text/clean.ts';
import { parseDate } from '../text/dates.ts';
import { findFirst, itemProperty, markup, meta, structured, type Chain } from './chain.ts';

const MAX_TEXT_LENGTH = 80;

const INFOBOX =
  /(?:^|[\s_-])(?:info-?(?:box|table)|fact-?(?:box|file)|taxobox|bday|dtstart|dtend)(?:$|[\s_-])/i;

/** Excludes infoboxes, whose dates are about the page's subject. */
function isPageDate(element: Element): boolean {
  return !isWithin(element, around => INFOBOX.test(readLabel(around)));
}

const times = markup('time', page =>
  page.articleElements('time', isPageDate).map(time => time.getAttribute('datetime') ?? readText(time)),
);

const DATED =
  /(?:^|[\s_-])(?:date|time|datetime|timestamp|publish(?:ed)?|pub-?date|posted|dateline)(?:$|[\s_-])/i;

/** Texts marked as dates by their class. Several different days mean a list of other things' dates, so none counts. */
const datedTexts = markup('class date', page => {
  const texts = page
    .labelledElements(DATED)
    .filter(isPageDate)
    .map(element => clean(element.getAttribute('title') ?? readText(element)))
    .filter(text => text.length <= MAX_TEXT_LENGTH && parseDate(text) !== undefined);
  const days = new Set(texts.map(text => parseDate(text)?.slice(0, 'yyyy-mm-dd'.length)));
  return days.size === 1 ? texts : [];
});

/** Many sites put the day into the address. */
const inAddress = markup('address', page => [
  /\/(\d{4}\/\d{1,2}\/\d{1,2})\//.exec(page.url)?.[1],
  /[/-](\d{4}-\d{2}-\d{2})[/-]/.exec(page.url)?.[1],
]);

const PUBLISHED: Chain = [
  structured('datePublished', 'dateCreated', 'uploadDate'),
  meta(
    'opengraph',
    'article:published_time',
    'article:published',
    'og:published_time',
    'og:article:published_time',
  ),
  itemProperty('datePublished'),
  itemProperty('uploadDate'),
  meta('html', 'date', 'pubdate', 'publishdate', 'publish-date', 'publish_date', 'dc.date.issued', 'dc.date'),
  meta(
    'html',
    'dcterms.created',
    'dcterms.date',
    'parsely-pub-date',
    'sailthru.date',
    'citation_publication_date',
  ),
  times,
  datedTexts,
  inAddress,
];

const MODIFIED: Chain = [
  structured('dateModified'),
  meta('opengraph', 'article:modified_time', 'article:modified', 'og:updated_time'),
  itemProperty('dateModified'),
  meta('html', 'last-modified', 'dcterms.modified'),
];

/** The time of first publication, as an ISO 8601 instant. */
export function findPublished(page: Page): string | undefined {
  return findFirst(page, PUBLISHED, parseDate)?.value;
}

/** The time of the last change, as an ISO 8601 instant. */
export function findModified(page: Page): string | undefined {
  return findFirst(page, MODIFIED, parseDate)?.value;
}
