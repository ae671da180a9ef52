import type { ScraperResult } from '../../../shared/scraper/result.ts';
import type { SavedPage } from './page.ts';
import { oneLine, sharedWords, computeShare } from './words.ts';

/** How a page's text compares with what it must and must not contain. */
export interface TextVerdict {
  readonly site: string;
  readonly isEmpty: boolean;
  readonly hits: number;
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
  /** The share of each passage's words that the text contains. */
  readonly passageWords: readonly number[];
  /** F1 of the words in common with the whole text, if that is known. */
  readonly sharedWords?: number;
}

/** Judges a page's text by its passages as trafilatura's evaluation does: white space apart, a passage is found whole or not. */
export function judgeText(page: SavedPage, { body }: Pick<ScraperResult, 'body'>): TextVerdict {
  const answer = oneLine(body);
  const isFound = (passage: string): boolean => answer.includes(oneLine(passage));
  const missed = page.with.filter(passage => !isFound(passage));
  return {
    site: page.site,
    isEmpty: answer === '',
    hits: page.with.length - missed.length,
    missed,
    wrong: page.without.filter(isFound),
    passageWords: page.with.map(passage => computeShare(passage, body)),
    ...(page.text !== undefined && { sharedWords: sharedWords(page.text, body) }),
  };
}

/** Counts of all pages' passages, with their F1 as trafilatura counts it, and the mean shares of words. */
export interface TextScore {
  readonly hits: number;
  readonly missed: number;
  readonly wrong: number;
  readonly empty: number;
  /** A passage found is a true positive, one missed a false negative, a wrong one found a false positive. */
  readonly f1: number;
  readonly passageWords: number;
  readonly sharedWords: number;
}

/** Adds up the verdicts on texts; a mean of nothing is 0. */
export function scoreTexts(verdicts: readonly TextVerdict[]): TextScore {
  const [hits, missed, wrong] = [
    sum(verdicts.map(verdict => verdict.hits)),
    sum(verdicts.map(verdict => verdict.missed.length)),
    sum(verdicts.map(verdict => verdict.wrong.length)),
  ];
  return {
    hits,
    missed,
    wrong,
    empty: verdicts.filter(({ isEmpty }) => isEmpty).length,
    f1: (2 * hits) / Math.max(2 * hits + missed + wrong, 1),
    passageWords: mean(verdicts.flatMap(verdict => verdict.passageWords)),
    sharedWords: mean(verdicts.flatMap(verdict => verdict.sharedWords ?? [])),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / Math.max(numbers.length, 1);
}
