import { parseSearch, type SearchPart } from '../../platform/text/search-parts.ts';
import { toSequence, splitTerms } from '../../platform/text/terms.ts';
import type { AssetRecord } from './record.ts';

/** The searched fields by descending weight. */
const SEARCHED = ['image_title', 'alt_text', 'filename', 'credit', 'source_info'] as const;
export type SearchedTexts = Pick<AssetRecord, (typeof SEARCHED)[number]>;

/**
 * A match counts 16 in the title, 8 in the alternative text, 4 in the file name, 2 in the credit and 1 in the source, added up: a match in
 * the title outweighs matches in all other fields. An asset's score is the sum over all searched terms. Each term's weight is stored
 * in its timeline entry, so that thousands of matches are ranked by keys alone.
 */
function toWeight(rank: number): number {
  return 2 ** (SEARCHED.length - 1 - rank);
}

function listTexts(asset: SearchedTexts): string[] {
  return SEARCHED.map(name => asset[name] ?? '');
}

/** The terms that an asset is found by, with their weights. */
export function weightedTerms(asset: SearchedTexts): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [rank, text] of listTexts(asset).entries()) {
    for (const term of new Set(splitTerms(text)))
      weights.set(term, (weights.get(term) ?? 0) + toWeight(rank));
  }
  return weights;
}

/** Each term is a timeline to read. Of a longer search the longest terms select candidates, whose texts then decide. */
const MAX_TERMS = 20;

export interface AssetSearch {
  /** Every match is in the timelines of all these terms. */
  terms: readonly string[];
  /** The terms alone don't decide, for example for a quoted phrase. */
  needsText: boolean;
  /** undefined when the asset doesn't match. */
  scoreAsset: (asset: SearchedTexts) => number | undefined;
}

/** Parses a search text. @returns undefined when it contains no word, and so matches nothing */
export function searchFor(text: string): AssetSearch | undefined {
  const wanted = parseSearch(text);
  if (wanted.length === 0) return undefined;
  const terms = [...new Set(wanted.flatMap(item => item.terms))].sort((a, b) => b.length - a.length);
  return {
    terms: terms.slice(0, MAX_TERMS),
    needsText: terms.length > MAX_TERMS || wanted.some(item => !item.isExact),
    scoreAsset: asset => scoreAsset(asset, wanted),
  };
}

function scoreAsset(asset: SearchedTexts, wanted: readonly SearchPart[]): number | undefined {
  const terms = weightedTerms(asset);
  const sequences = listTexts(asset).map(toSequence);
  const scores = wanted.map(({ isExact, terms: [term = ''], sequence }) =>
    isExact
      ? (terms.get(term) ?? 0)
      : sequences.reduce((sum, text, rank) => sum + (text.includes(sequence) ? toWeight(rank) : 0), 0),
  );
  return scores.includes(0) ? undefined : scores.reduce((sum, score) => sum + score, 0);
}
