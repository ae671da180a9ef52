import { answersOf, FIELDS, scraped, type Field, type SavedPage } from './corpus.ts';
import { REVIEWED } from './reviewed.ts';

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
  const answers = answersOf(scraped(page));
  return FIELDS.flatMap(field => {
    const expected = page.expected[field];
    return expected === undefined ? [] : [verdictOn(page.site, field, expected, answers[field])];
  });
}

function verdictOn(site: string, field: Field, expected: string | null, answer: string | null): Verdict {
  const verdict = { site, field, expected, answer, reason: '' };
  if (same(field, expected, answer)) return { ...verdict, kind: 'hit' };
  const review = REVIEWED.find(one => one.site === site && one.field === field && one.answer === answer);
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

/** Normalizes a URL: fragment, percent-encoding and a trailing slash are ignored. */
function normalUrl(text: string): string {
  const url = new URL(text.trim());
  url.hash = '';
  return decodeURI(url.href)
    .replace(/%2[89]/g, decodeURIComponent)
    .replace(/\/$/, '');
}

const NORMAL: Partial<Record<Field, (text: string) => string>> = {
  date: text => new Date(text).toISOString(),
  image: normalUrl,
  url: normalUrl,
};
