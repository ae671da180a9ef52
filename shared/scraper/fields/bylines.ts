import type { Element } from '../markup/dom.ts';
import type { Page } from '../markup/page.ts';
import { isTeased } from '../markup/teasers.ts';
import { isWithin, readLabel, readTextLines } from '../markup/text.ts';
import { isIntroduced, isIntroduction, isSigned, looksPersonal, namesIn } from '../text/names.ts';
import { MAX_BYLINE_LENGTH, type Bylines } from './byline-marks.ts';

/** The names in the first of these bylines that has an accepted one, and in the bylines next to it; people go first. */
export function namesInBylines(page: Page, bylines: Bylines, accept: (name: string) => boolean): string[] {
  const named = ownBylines(page, bylines)
    .map(element => ({ element, names: readNames(element, bylines.needsTwoWords).filter(accept) }))
    .filter(({ names }) => names.length > 0);
  const first = named.find(({ names }) => names.some(looksPersonal)) ?? named[0];
  if (first === undefined) return [];
  return named.filter(({ element }) => isBeside(first.element, element)).flatMap(({ names }) => names);
}

/** The innermost bylines of the page's own article. */
function ownBylines(page: Page, { find, isTrusted = false }: Bylines): readonly Element[] {
  const all = find(page).filter(element => !isAboutAuthor(element));
  const own = all.filter(element => !isTeased(page, element));
  const isOneName = new Set(all.map(byline => readName(byline).toLowerCase())).size === 1;
  if (own.length === 0 && isTrusted && isOneName) return all.slice(0, 1);
  return own.filter(element => !own.some(other => other !== element && isIn(other, element)));
}

/** The marked names in a byline, else the linked names, else those in its first line. */
function readNames(byline: Element, needsTwoWords: Bylines['needsTwoWords']): string[] {
  const marked = byline.querySelectorAll(
    '[class~="fn"], [class~="p-name"], [itemprop~="name"], [rel~="author" i]',
  );
  if (marked.length > 0) return marked.flatMap(element => namesIn(readName(element)));
  const linked = byline.querySelectorAll('a[href]').flatMap(link => namesIn(readName(link)));
  const people = linked.filter(looksPersonal);
  const text = readName(byline);
  const all = isIntroduced(text) && isJoined(text, people) ? namesIn(text) : [];
  if (people.length > 0) return all.length > people.length && all.every(looksPersonal) ? all : people;
  if (text.length > MAX_BYLINE_LENGTH) return [];
  const isAnyName =
    needsTwoWords === 'never' ||
    (needsTwoWords === 'unless introduced' && (isIntroduced(text) || linked.length > 0)) ||
    (needsTwoWords === 'unless signed' && isSigned(text));
  return namesIn(text).filter(name => isAnyName || looksPersonal(name));
}

const AND_BEFORE = /\s(?:and|und|et|y|&)\s$/i;
const AND_AFTER = /^\s(?:and|und|et|y|&)\s/i;

/** Whether a line joins a linked name to others by "and", so that what follows a comma is no role: "By Joe Roe and <a>Jane Doe</a>". */
function isJoined(text: string, linked: readonly string[]): boolean {
  return linked.some(name => {
    const [before = '', after = ''] = text.split(name, 2);
    return AND_BEFORE.test(before) || AND_AFTER.test(after);
  });
}

/** The first line of a byline that is more than its introduction. */
function readName(element: Element): string {
  const [first = '', second = ''] = readTextLines(element, MAX_BYLINE_LENGTH * 2);
  const line = isIntroduction(first) ? `${first} ${second}` : first;
  return line || (element.getAttribute('content') ?? '');
}

const ABOUT_AUTHOR = /(?:^|[\s_-])(?:bio|biography|about)(?:$|[\s_-])/i;

function isAboutAuthor(element: Element): boolean {
  return isWithin(element, around => ABOUT_AUTHOR.test(readLabel(around)));
}

function isIn(element: Element, holder: Element): boolean {
  return isWithin(element, around => around === holder);
}

/** Several authors of an article stand close together; a distant byline belongs to another article. */
function isBeside(first: Element, other: Element): boolean {
  return isIn(other, findBlock(first)) || first.parentElement === other.parentElement;
}

const SECTIONS = new Set(['', 'html', 'body', 'main', 'article', 'section', 'header']);

/** The container of a byline, at most two levels up and never a section of the page. */
function findBlock(byline: Element, levels = 2): Element {
  const { parentElement } = byline;
  const isBlock = levels > 0 && parentElement !== null && !SECTIONS.has(parentElement.localName);
  return isBlock ? findBlock(parentElement, levels - 1) : byline;
}
