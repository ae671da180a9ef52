import { sequenceOfRuns, termsToFind } from './terms.ts';
import { fold, runsOf, segmentsOf, type Run } from './words.ts';

/** One word or quoted phrase of a search. */
export interface Wanted {
  /** What the text must contain, as sequenceOf. */
  sequence: string;
  terms: string[];
  /** Who has the terms has the sequence. */
  isExact: boolean;
}

const QUOTES = /["“”„‟«»「」『』＂]/u;

/** The words and quoted phrases of a search, all of which must be found. None: nothing but punctuation was asked. */
export function parseSearch(phrase: string): Wanted[] {
  const parts = phrase.split(QUOTES);
  const wanted = parts.flatMap((part, index) => {
    // A quotation mark that is never closed is only a mark.
    const isQuoted = index % 2 === 1 && index < parts.length - 1;
    const runs = [...runsOf(fold(part))];
    return isQuoted ? wantedPhrase(runs) : runs.flatMap(wantedWords);
  });
  return [...new Map(wanted.map(item => [item.sequence, item])).values()];
}

function wantedPhrase(runs: readonly Run[]): Wanted[] {
  return runs.length > 0 ? [wantedOf(runs)] : [];
}

/** Words of a language without spaces are asked for without spaces too. */
function wantedWords({ script, text }: Run): Wanted[] {
  const words = script === 'spaced' ? [text] : segmentsOf(text);
  return words.map(word => wantedOf([{ script, text: word }]));
}

function wantedOf(runs: readonly Run[]): Wanted {
  const terms = [...new Set(runs.flatMap(termsToFind))];
  return { sequence: sequenceOfRuns(runs), terms, isExact: runs.length === 1 && terms.length === 1 };
}
