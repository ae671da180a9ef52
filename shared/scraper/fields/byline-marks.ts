import type { Element } from '../markup/dom.ts';
import type { Page } from '../markup/page.ts';
import { isWithin, readLabel, readText, readTextLines } from '../markup/text.ts';
import { isIntroduced, isIntroduction } from '../text/names.ts';

/** A way to find bylines, and when a name in them must look like a person's, with two capitalized words. */
export interface Bylines {
  readonly find: (page: Page) => readonly Element[];
  readonly needsTwoWords: 'always' | 'unless introduced' | 'unless signed' | 'never';
  /** How much the names count. */
  readonly trust: number;
  /** Whether bylines that all state the same name count even next to the titles of other articles. */
  readonly isTrusted?: boolean;
}

/** A longer text is no byline. */
export const MAX_BYLINE_LENGTH = 160;

const CARD = /(?:^|\s)(?:vcard|hcard|h-card|author|byline)(?:$|\s)/;
const CARD_NAME = /(?:^|\s)(?:fn|p-name)(?:$|\s)/;
const CARD_LINK = /(?:^|\s)(?:p-author|url\s+fn|fn\s+url|fn\s+n)(?:$|\s)/;
const AUTHOR_RELATION = /(?:^|\s)author(?:$|\s)/i;

/** Whether an element is marked by rel=author, hCard, h-card or h-entry. */
function isCard(element: Element): boolean {
  const names = element.getAttribute('class') ?? '';
  return (
    (element.localName !== 'link' && AUTHOR_RELATION.test(element.getAttribute('rel') ?? '')) ||
    CARD_LINK.test(names) ||
    (CARD_NAME.test(names) && isWithin(element, around => CARD.test(around.getAttribute('class') ?? '')))
  );
}

/** A card in the main heading names the site. */
function isHeading({ localName }: Element): boolean {
  return localName === 'h1';
}

const AUTHOR_ADDRESS =
  /\/(?:authors?|writers?|reporters?|journalists?|columnists?|contributors?|auteurs?|autore?s?|autoren|redakteure?)(?:[/?]|[_-]bio|[_-]page)|[?&]author(?:_?id|_name)?=/;
const STAFF_ADDRESS = /\/(?:profile?s?|staff|people|editors|users?|members)\/[^/]/;

function linksTo(page: Page, address: RegExp): Element[] {
  return page.articleElements('a[href]', link => address.test(link.getAttribute('href') ?? ''));
}

const AUTHOR_LABEL =
  /(?:^|[\s_-])(?:author|byline|writer|autor(?:in|en)?|auteur|reporter|redakteur(?:in)?|posted-?by|item-?poster|contributor)s?(?:[\s_-]*(?:name|link|text|info|names|item|list|\d))*(?:$|\s)|byline(?:$|\s)/i;

/** The words in author labels, whose search is faster. */
const AUTHOR_WORD =
  /author|byline|writer|autor|auteur|reporter|redakteur|posted-?by|item-?poster|contributor/i;

/** Whether a class says so as a whole, with words in camel case apart. */
function isLabelled(element: Element): boolean {
  const label = readLabel(element);
  return AUTHOR_WORD.test(label) && AUTHOR_LABEL.test(label.replace(/([a-z])([A-Z])/g, '$1-$2'));
}

const AUTHOR_PART = /author|byline|autor(?!i[sz])|writer(?!s)|journalist|redakteur|posted-by|submitted-by/i;
const MAX_PARTS = 40;

/** Whether a part of a class or another hook for scripts says so. */
function isPartlyLabelled(element: Element): boolean {
  return (
    AUTHOR_PART.test(readLabel(element)) ||
    AUTHOR_PART.test(element.getAttribute('data-testid') ?? '') ||
    AUTHOR_PART.test(element.getAttribute('data-component') ?? '')
  );
}

const POSTER_LABEL = /(?:^|\s)(?:username|submitted|poster)(?:$|\s)/i;

/** Elements with text that is not shown, or in a title or link. */
const NO_BYLINES = new Set(['a', 'button', 'figcaption', 'h1', 'option', 'script', 'style', 'title']);
/** A byline's first text, with the markup's white space. */
const MAX_TEXT_LENGTH = 500;

/** Short texts that begin like a byline, "By Jane Doe", or what follows one that only says "By". */
function introducedElements(page: Page): Element[] {
  return page
    .articleElements('*', ({ firstChild, localName }) => {
      const text = firstChild?.nodeType === 3 && !NO_BYLINES.has(localName) ? firstChild.data : '';
      return (
        text !== '' &&
        text.length <= MAX_TEXT_LENGTH &&
        (isIntroduced(`${text.trim()} `) || isIntroduction(text))
      );
    })
    .flatMap(element => (isIntroduction(readText(element, MAX_BYLINE_LENGTH)) ? nearBy(element) : [element]));
}

/** The next element that isn't a line break, and the one around both. */
function nearBy({ nextElementSibling, parentElement }: Element): Element[] {
  let next = nextElementSibling;
  while (next?.localName === 'br') next = next.nextElementSibling;
  return [next, parentElement].filter(element => element !== null);
}

const CARD_LABEL = /(?:^|\s)(?:author|autor(?:in)?)(?:[_-]?(?:box|card|info|name))?(?:$|\s)/i;
const COMMENT = /comment|respond|discussion/i;

/** Cards of the author in the margin of the page, if all have the same name. */
function marginalCards(page: Page): Element[] {
  const isComment = (element: Element): boolean =>
    isWithin(element, around => COMMENT.test(readLabel(around)));
  const cards = page
    .querySelectorAll('[class], [id]')
    .filter(element => CARD_LABEL.test(readLabel(element)) && page.isPeripheral(element))
    .slice(0, MAX_PARTS)
    .filter(card => !isComment(card));
  const names = new Set(cards.map(card => readTextLines(card, MAX_BYLINE_LENGTH)[0]));
  return names.size === 1 ? cards : [];
}

/** Where bylines are, the most trusted places first. */
export const BYLINES: readonly Bylines[] = [
  {
    find: page => page.articleElements('*', isCard).filter(card => !isWithin(card, isHeading)),
    needsTwoWords: 'never',
    isTrusted: true,
    trust: 1,
  },
  {
    find: page => page.articleElements('[class], [id]', isLabelled),
    needsTwoWords: 'unless introduced',
    trust: 1,
  },
  { find: page => linksTo(page, AUTHOR_ADDRESS), needsTwoWords: 'never', trust: 1 },
  { find: introducedElements, needsTwoWords: 'unless signed', trust: 1 },
  {
    find: page => page.articleElements('*', isPartlyLabelled, MAX_PARTS),
    needsTwoWords: 'always',
    trust: 0.5,
  },
  { find: page => linksTo(page, STAFF_ADDRESS), needsTwoWords: 'always', trust: 0.5 },
  { find: page => page.labelledElements(POSTER_LABEL), needsTwoWords: 'never', trust: 0.5 },
  { find: marginalCards, needsTwoWords: 'always', isTrusted: true, trust: 0.25 },
];
