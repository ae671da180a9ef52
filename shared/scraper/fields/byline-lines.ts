import type { Element } from '../markup/dom.ts';
import type { Page } from '../markup/page.ts';
import { isWithin, readTextLines, ownText, readText } from '../markup/text.ts';
import { clean } from '../text/clean.ts';
import { isInvitation, personName } from '../text/names.ts';

/** How many elements before and after the headline are searched. */
const BEFORE = 12;
const AFTER = 50;
const MAX_LINE_LENGTH = 140;
/** A longer text of one element belongs to the article, which the byline precedes. */
const MIN_ARTICLE_TEXT = 220;

const HEADLINE = /^h[1-3]$/;
/** Elements with other texts than lines of the article's header. */
const OTHERS = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'button',
  'nav',
  'figure',
  'script',
  'style',
  'select',
]);
/** A year, a time of day, or a day of a month. */
const DATED = /\b(?:19|20)\d\d\b|\d{1,2}[.:/]\d\d|\d{1,2}\.\s?\p{L}{3,9}/u;
const SEPARATOR = /\s*[|·•,()–—/:@]\s*|\s-\s/;
const NAME =
  /^\p{Lu}[\p{L}.'’-]+(?:\s(?:(?:von|van|de|der|den|ten|di|da|la|le|zu|del)\s)*\p{Lu}[\p{L}.'’-]*){1,3}$/u;
/** Words of dates and labels that are capitalized like names. */
const NO_NAME = /^(?:[AP]M|published|updated|last|temps|minuten)\s/i;

/** The names in the first line near the headline that has a date or stands next to one: "26 May 2016 | Jane Doe". */
export function namesBesideDate(page: Page): string[] {
  const all = page.querySelectorAll('*');
  const place = all.findIndex(element => isHeadline(page, element));
  const headline = all[place];
  if (headline === undefined) return [];
  const title = new Set(wordsIn(readText(headline)));
  const isOwn = (name: string): boolean => !wordsIn(name).every(word => title.has(word));
  const isRead = ({ localName }: Element): boolean => !OTHERS.has(localName);
  const before = all.slice(Math.max(0, place - BEFORE), place).filter(isRead);
  const after = all.slice(place + 1, place + AFTER).filter(isRead);
  const end = after.findIndex(element => clean(ownText(element)).length > MIN_ARTICLE_TEXT);
  for (const element of [...before, ...(end === -1 ? after : after.slice(0, end))]) {
    const isLine = clean(ownText(element)) !== '' && isDated(page, element);
    const names = isLine ? namesInLines(element).filter(isOwn) : [];
    if (names.length > 0) return names;
  }
  return [];
}

function isHeadline(page: Page, element: Element): boolean {
  return HEADLINE.test(element.localName) && page.isTitledLike(element) && !page.isPeripheral(element);
}

/** Whether an element has another text than a line of the header: a link around name and date leads to another page. */
function isOther(element: Element): boolean {
  return OTHERS.has(element.localName) || (element.localName === 'a' && DATED.test(readText(element)));
}

/** Whether an element is a short line with a date in it, around it or next to it. */
function isDated(page: Page, element: Element): boolean {
  if (!isShort(element) || isWithin(element, isOther) || page.isPeripheral(element)) return false;
  const { parentElement, previousElementSibling, nextElementSibling } = element;
  return [element, previousElementSibling, nextElementSibling, parentElement].some(
    near => near !== null && isShort(near) && DATED.test(readText(near)),
  );
}

function isShort(element: Element): boolean {
  return clean(readText(element, MAX_LINE_LENGTH * 2)).length < MAX_LINE_LENGTH;
}

function namesInLines(element: Element): string[] {
  return readTextLines(element)
    .flatMap(line => line.split(SEPARATOR))
    .flatMap(part => personName(part) ?? [])
    .filter(name => NAME.test(name) && !NO_NAME.test(name) && !isInvitation(name));
}

function wordsIn(text: string): string[] {
  return clean(text).toLowerCase().split(/\s+/);
}
