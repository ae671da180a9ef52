import { parseSearch, type Wanted } from '../search/query.ts';
import { sequenceOf, termsOf } from '../search/terms.ts';
import type { AssetRecord } from './record.ts';

/** What is searched, most telling first. */
const SEARCHED = ['image_title', 'alt_text', 'filename', 'credit', 'source_info'] as const;
export type SearchedTexts = Pick<AssetRecord, (typeof SEARCHED)[number]>;

/**
 * A word or phrase counts 16 where it is in the title, 8 in the alternative text, 4 in the file's name, 2 in the credit and 1 in the
 * source, added up: so a word in the title counts more than one in everything else. The score of an asset is the sum over what
 * was searched for. Where a term stands is written beside its entry, so that even what thousands have is ranked by keys alone.
 */
function weightOf(rank: number): number {
  return 2 ** (SEARCHED.length - 1 - rank);
}

function textsOf(asset: SearchedTexts): string[] {
  return SEARCHED.map(name => asset[name] ?? '');
}

/** The terms that an asset is found by, and what each counts. */
export function weightedTerms(asset: SearchedTexts): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [rank, text] of textsOf(asset).entries()) {
    for (const term of new Set(termsOf(text))) weights.set(term, (weights.get(term) ?? 0) + weightOf(rank));
  }
  return weights;
}

/** Each term is a timeline to read. Of a longer search the longest terms find candidates, and the texts tell the rest. */
const MAX_TERMS = 20;

export interface AssetSearch {
  /** What every asset that is found has. */
  terms: readonly string[];
  /** The terms alone don't tell: as of a quoted phrase. */
  needsText: boolean;
  /** undefined: it isn't found. */
  scoreOf: (asset: SearchedTexts) => number | undefined;
}

/** What a search asks for; undefined when it holds no word, and so finds nothing. */
export function searchFor(text: string): AssetSearch | undefined {
  const wanted = parseSearch(text);
  if (wanted.length === 0) return undefined;
  const terms = [...new Set(wanted.flatMap(item => item.terms))].sort((a, b) => b.length - a.length);
  return {
    terms: terms.slice(0, MAX_TERMS),
    needsText: terms.length > MAX_TERMS || wanted.some(item => !item.isExact),
    scoreOf: asset => scoreOf(asset, wanted),
  };
}

function scoreOf(asset: SearchedTexts, wanted: readonly Wanted[]): number | undefined {
  const terms = weightedTerms(asset);
  const sequences = textsOf(asset).map(sequenceOf);
  const scores = wanted.map(({ isExact, terms: [term = ''], sequence }) =>
    isExact
      ? (terms.get(term) ?? 0)
      : sequences.reduce((sum, text, rank) => sum + (text.includes(sequence) ? weightOf(rank) : 0), 0),
  );
  return scores.includes(0) ? undefined : scores.reduce((sum, score) => sum + score, 0);
}
