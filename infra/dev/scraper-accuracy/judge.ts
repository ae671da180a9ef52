import { toAnswers, ALL_FIELDS, scraped, type Field, type SavedPage } from './corpus.ts';
import type { ScraperResult } from '../../../shared/scraper/result.ts';
import { parseDate } from '../../../shared/scraper/text/dates.ts';
import { oneLine } from './words.ts';

/**
 * Answers that differ from a corpus's and are right, each verified in the page by a person. An entry applies to exactly this
 * answer; the scraper does not read this list.
 */
const REVIEWED: readonly {
  readonly site: string;
  readonly field: Field;
  readonly answer: string | null;
  readonly reason: string;
}[] = [
  {
    site: 'acast',
    field: 'date',
    answer: null,
    reason:
      'the expected day is that of another episode, the first in the list beside this one; the page shows no date of its own episode',
  },
  {
    site: 'postplanner',
    field: 'lang',
    answer: 'en',
    reason: 'the page states it: <meta http-equiv="content-language" content="en-us">',
  },
  {
    site: 'usa-today',
    field: 'image',
    answer:
      'https://www.gannett-cdn.com/-mm-/15a9261af8166ad980281a95feb16fb15a9bf037/c=0-95-1024-674/local/-/media/2016/05/24/USATODAY/USATODAY/635997039647041990-ShortList.jpg?auto=webp&format=pjpg&width=1200',
    reason:
      'og:image and the JSON-LD image of the article both name it; the expected one is the poster of a video further down',
  },
];

/** The result of comparing an answer with the expected one. */
export interface Verdict {
  readonly site: string;
  readonly field: Field;
  readonly expected: string | null;
  readonly answer: string | null;
  readonly kind: 'hit' | 'better' | 'miss';
  /** Why a differing answer is right. */
  readonly reason: string;
}

/** Judges every expected field of a page. */
export function judge(page: SavedPage): Verdict[] {
  return judgeFields(page, scraped(page));
}

export function judgeFields(page: SavedPage, result: ScraperResult): Verdict[] {
  const answers = toAnswers(result);
  return ALL_FIELDS.flatMap(field => {
    const expected = page.expected[field];
    return expected === undefined ? [] : [verdictOn(page.site, field, expected, answers[field])];
  });
}

function verdictOn(site: string, field: Field, expected: string | null, answer: string | null): Verdict {
  const verdict = { site, field, expected, answer, reason: '' };
  if (same(field, expected, answer)) return { ...verdict, kind: 'hit' };
  const review = REVIEWED.find(
    reviewed => reviewed.site === site && reviewed.field === field && reviewed.answer === answer,
  );
  return review === undefined
    ? { ...verdict, kind: 'miss' }
    : { ...verdict, kind: 'better', reason: review.reason };
}

function same(field: Field, expected: string | null, answer: string | null): boolean {
  if (expected === null || answer === null) return expected === answer;
  const normal = NORMAL[field] ?? trimmed;
  return normal(expected) === normal(answer);
}

function trimmed(text: string): string {
  return text.trim();
}

/** Normalizes a URL: fragment, percent-encoding and a trailing slash are ignored. What is no URL, or badly encoded, is compared as it is. */
function normalUrl(text: string): string {
  if (!URL.canParse(text.trim())) return text;
  const url = new URL(text.trim());
  url.hash = '';
  return decodeIfPossible(url.href)
    .replace(/%2[89]/g, decodeURIComponent)
    .replace(/\/$/, '');
}

function decodeIfPossible(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}

function normalDate(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** Corpora write quotation marks and dots typographically or plainly, independently of the page. */
function plainMarks(text: string): string {
  return text
    .trim()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replaceAll('…', '...');
}

/** The names in a list of authors, in any order and case. */
function namesIn(text: string): string {
  const names = text.split(/[,;&]|\s(?:and|und|et|y|&)\s/).map(name => oneLine(name).toLowerCase());
  return names
    .filter(name => name !== '')
    .sort()
    .join('; ');
}

function toDay(text: string): string {
  return (parseDate(text) ?? text).slice(0, 'yyyy-mm-dd'.length);
}

const NORMAL: Partial<Record<Field, (text: string) => string>> = {
  title: plainMarks,
  headline: plainMarks,
  description: plainMarks,
  byline: namesIn,
  day: toDay,
  date: normalDate,
  image: normalUrl,
  url: normalUrl,
};
