import { selectBlocks, chooseContainer } from '../body/choose.ts';
import { Reading } from '../body/reading.ts';
import { trimBlocks } from '../body/trim.ts';
import type { Page } from '../markup/page.ts';
import { clean, shortenText, withoutTags } from '../text/clean.ts';
import { withoutPreface, type Known } from './preface.ts';

const MAX_LENGTH = 50_000;
const MAX_PARAGRAPHS = 2_000;
/** A shorter text is only a teaser. */
const MIN_BODY_LENGTH = 200;
/** A stated body that is shorter than this share of the page's text is cut. */
const MIN_STATED_SHARE = 0.9;
/** A lenient reading must find this many times as much, because it finds furniture, too. */
const MIN_LENIENT_GAIN = 2;

/**
 * The article's text with empty lines between paragraphs; empty when the page has no running text. A body in structured data counts if it
 * isn't shorter than the text in the page.
 */
export function findBody(page: Page, known: Known = { titles: [], authors: [] }): string {
  const stated = joinParagraphs(statedBody(page), known);
  const read = joinParagraphs(readBody(page), known);
  const isWhole = stated.length >= MIN_BODY_LENGTH && stated.length > read.length * MIN_STATED_SHARE;
  return shortenText(isWhole ? stated : read, MAX_LENGTH);
}

function statedBody({ data }: Page): readonly string[] {
  const [text = ''] = data.subjects
    .map(({ articleBody }) => articleBody)
    .filter(body => typeof body === 'string');
  return withoutTags(text.slice(0, MAX_LENGTH * 2))
    .split('\n')
    .map(clean);
}

/** Reads the page once more, with its furniture, if there is little text without. */
function readBody(page: Page): readonly string[] {
  const strict = readParagraphs(page, true);
  if (sumLengths(strict) >= MIN_BODY_LENGTH) return strict;
  const lenient = readParagraphs(page, false);
  return sumLengths(lenient) > sumLengths(strict) * MIN_LENIENT_GAIN ? lenient : strict;
}

function readParagraphs(page: Page, isStrict: boolean): readonly string[] {
  const reading = new Reading(page, { isStrict });
  const container = chooseContainer(reading);
  return container === undefined ? [] : trimBlocks(selectBlocks(reading, container)).map(({ text }) => text);
}

function sumLengths(paragraphs: readonly string[]): number {
  return paragraphs.reduce((sum, text) => sum + text.length, 0);
}

function joinParagraphs(paragraphs: readonly string[], known: Known): string {
  return withoutPreface(paragraphs.filter(text => text !== '').slice(0, MAX_PARAGRAPHS), known).join('\n\n');
}
