import type { Element } from '../markup/dom.ts';
import type { Page } from '../markup/page.ts';
import { childNodes, readText, readTextLines } from '../markup/text.ts';
import { clean } from '../text/clean.ts';

/** Less text is no article that somebody signs. */
const MIN_TEXT_LENGTH = 400;
/** A longer line is a sentence. */
const MAX_LINE_LENGTH = 60;
/** How many paragraphs at the end of a text are searched for a greeting or a date. */
const LAST_PARAGRAPHS = 3;

const NAME = /^\p{Lu}[\p{L}.'’-]+(?:\s(?:(?:von|van|de|der|di|da|la|le|zu)\s)?\p{Lu}[\p{L}.'’-]+){0,3}$/u;
const MARKS = new Set(['em', 'i', 'b', 'strong']);
const TO_THE_RIGHT = /text-align:\s?(?:right|end)/i;
/** What a writer says before the name: "Viele Grüße", "Kind regards". */
const GREETING =
  /^(?:(?:viele|liebe|herzliche|beste|schöne)\s(?:\p{L}{1,20}\s)?gr(?:ü|ue)(?:ß|ss)e|(?:kind|best|warm)\sregards)(?:\s?[,!.:–-])?(?:\s|$)/iu;
const YOURS = /^(?:von|eure?|euer|deine?|ihre?|your|yours|[–—-])\s/i;
/** A line that only has a date. */
const DATE = /^(?:\d{1,2}\.?\s?(?:\p{L}{3,9}\.?|\d{1,2}\.)\s?|\p{L}{3,9}\.?\s\d{1,2},?\s)(?:19|20)\d\d$/u;

/**
 * The name with which the text ends or begins: alone in its last paragraph, in bold, italics or to the right; in bold or italics in its first
 * paragraph; at its end after a greeting or above a date.
 */
export function namesInSignatures(page: Page): string[] {
  const paragraphs = textParagraphs(page);
  const marked = [paragraphs.at(-1), paragraphs[0]].find(isNameAlone);
  if (marked !== undefined) return [clean(readText(marked))];
  const lines = paragraphs.slice(-LAST_PARAGRAPHS).flatMap(paragraph => readTextLines(paragraph).slice(-4));
  const greeting = lines.findIndex(line => GREETING.test(line));
  const isDated = DATE.test(lines.at(-1) ?? '');
  const signed =
    greeting === -1 ? [isDated ? (lines.at(-2) ?? '') : ''] : lines.slice(greeting, greeting + 2);
  return signed
    .filter(line => line.length <= MAX_LINE_LENGTH)
    .map(line => line.replace(GREETING, '').replace(YOURS, ''))
    .filter(line => NAME.test(line))
    .slice(0, 1);
}

/** The paragraphs with text in the element that has most of them, if they are an article. */
function textParagraphs(page: Page): readonly Element[] {
  const groups = new Map<Element, { paragraphs: Element[]; length: number }>();
  for (const paragraph of page.querySelectorAll('p')) {
    const { parentElement: holder } = paragraph;
    const { length } = clean(readText(paragraph));
    if (holder === null || length === 0 || page.isPeripheral(paragraph)) continue;
    const group = groups.get(holder) ?? { paragraphs: [], length: 0 };
    group.paragraphs.push(paragraph);
    group.length += length;
    groups.set(holder, group);
  }
  const [first] = [...groups.values()].sort((one, other) => other.length - one.length);
  return first !== undefined && first.length >= MIN_TEXT_LENGTH ? first.paragraphs : [];
}

/** Whether a paragraph is a full name in bold or italics, or to the right. */
function isNameAlone(paragraph: Element | undefined): paragraph is Element {
  if (paragraph === undefined) return false;
  const name = clean(readText(paragraph));
  const isMarked = [...childNodes(paragraph)].some(
    node => node.nodeType === 1 && MARKS.has(node.localName) && clean(readText(node)) === name,
  );
  const isAside = TO_THE_RIGHT.test(paragraph.getAttribute('style') ?? '');
  return (isMarked || isAside) && name.includes(' ') && NAME.test(name);
}
