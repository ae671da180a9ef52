import { joinRuns, termsToFind } from './terms.ts';
import { fold, splitRuns, segmentWords, type Run } from './words.ts';

/** One word or quoted phrase of a search. */
export interface SearchPart {
  /** The text to look for, in the form of toSequence. */
  sequence: string;
  terms: string[];
  /** True when matching all terms implies matching the phrase. */
  isExact: boolean;
}

const QUOTES = /["“”„‟«»「」『』＂]/u;

/** Parses a search into words and quoted phrases, all of which must match. Empty when it has only punctuation. */
export function parseSearch(phrase: string): SearchPart[] {
  const parts = phrase.split(QUOTES);
  const wanted = parts.flatMap((part, index) => {
    // An unclosed quotation mark is ignored.
    const isQuoted = index % 2 === 1 && index < parts.length - 1;
    const runs = [...splitRuns(fold(part))];
    return isQuoted ? wantedPhrase(runs) : runs.flatMap(wantedWords);
  });
  return [...new Map(wanted.map(item => [item.sequence, item])).values()];
}

function wantedPhrase(runs: readonly Run[]): SearchPart[] {
  return runs.length > 0 ? [searchPart(runs)] : [];
}

/** Splits text of a language without spaces into words by the dictionary. */
function wantedWords({ script, text }: Run): SearchPart[] {
  const words = script === 'spaced' ? [text] : segmentWords(text);
  return words.map(word => searchPart([{ script, text: word }]));
}

function searchPart(runs: readonly Run[]): SearchPart {
  const terms = [...new Set(runs.flatMap(termsToFind))];
  return { sequence: joinRuns(runs), terms, isExact: runs.length === 1 && terms.length === 1 };
}
