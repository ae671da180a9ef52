import { clean, foldLetters } from '../text/clean.ts';
import { parseDate } from '../text/dates.ts';
import { personName } from '../text/names.ts';

/** Longer paragraphs are text of the article. */
const MAX_LENGTH = 160;
/** Covers headline, subheadline, byline, date and lines between them. */
const MAX_PARAGRAPHS = 6;
/** Longer lines are text, unless they are a known title, byline or date; shorter ones may be a section's name. */
const MAX_LINE_LENGTH = 60;

/** Titles and authors of the article, from other sources than its text. */
export interface Known {
  readonly titles: readonly string[];
  readonly authors: readonly string[];
}

/** Removes an article's header from its paragraphs: headline, byline, date, and short lines between them. */
export function withoutPreface(paragraphs: readonly string[], known: Known): readonly string[] {
  const start = paragraphs.slice(0, MAX_PARAGRAPHS);
  const text = start.findIndex(
    paragraph => paragraph.length > MAX_LINE_LENGTH && !isPreface(paragraph, known),
  );
  const lines = text === -1 ? start : start.slice(0, text);
  const rest = paragraphs.slice(lines.findLastIndex(line => isPreface(line, known)) + 1);
  return rest.length === 0 ? paragraphs : rest;
}

function isPreface(paragraph: string, known: Known): boolean {
  if (paragraph === '') return true;
  const text = foldLine(paragraph);
  if (known.titles.some(title => foldLine(title) === text)) return true;
  return (
    paragraph.length <= MAX_LENGTH && (isByline(paragraph, known.authors) || isDate(paragraph, known.authors))
  );
}

const BYLINE = /^(?:(?:written|posted|published|reported|story|words)\s+)?(?:by|von|par|por|di|door)\s/i;

/** "By Jane Doe, 26 May 2016", or just an author's name. Sentences that begin like this continue with a verb. */
function isByline(paragraph: string, authors: readonly string[]): boolean {
  const name = personName(paragraph);
  if (name === undefined) return BYLINE.test(paragraph) && isDate(paragraph, authors);
  const isAuthor = authors.some(author => foldLine(author) === foldLine(name));
  return isAuthor || (BYLINE.test(paragraph) && CAPITALIZED.test(name));
}

const CAPITALIZED = /^\p{Lu}\S*(?:\s(?:\p{Lu}\S*|and|und|et|y|e|von|van|de|der|la))*$/u;

const AROUND_DATE =
  /\b(?:last|first|updated?|published|posted|modified|created|on|at|by|of|(?:mon|tues|wednes|thurs|fri|satur|sun)day|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|[ap]m|[a-z]{1,2}t|utc|gmt|st|nd|rd|th|min(?:ute)?s?|read)\b/gi;

/** Only a date or time, with labels and authors. */
function isDate(paragraph: string, authors: readonly string[]): boolean {
  const isDated = parseDate(paragraph) !== undefined || /^\d{1,2}[:.]\d\d/.test(paragraph);
  const unnamed = authors.reduce((text, author) => text.replace(author, ''), paragraph);
  return isDated && !/\p{L}{2}/u.test(unnamed.replace(AROUND_DATE, ''));
}

function foldLine(text: string): string {
  return foldLetters(clean(text));
}
