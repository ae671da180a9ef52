import { fold, splitLetters, splitRuns, type Run } from './words.ts';

/**
 * The terms that a text is indexed under. Dictionaries split Chinese, Japanese or Thai differently by context (a query alone, or in a
 * sentence) and by version. So text without spaces is indexed by every letter and every pair of adjacent letters: a word of one or two
 * letters matches exactly; a longer one matches by its pairs, and the text then confirms it. Only queries are split into words.
 */
export function* splitTerms(text: string): Generator<string> {
  for (const run of splitRuns(fold(text))) {
    if (run.script === 'spaced') yield run.text;
    else {
      const letters = splitLetters(run.text);
      yield* letters;
      yield* pairs(letters);
    }
  }
}

/** The terms that every text with this run is indexed under. */
export function termsToFind({ script, text }: Run): string[] {
  if (script === 'spaced') return [text];
  const letters = splitLetters(text);
  return letters.length === 1 ? letters : pairs(letters);
}

function pairs(letters: readonly string[]): string[] {
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}

/**
 * The form in which phrases are compared: words, and the letters of scripts without spaces, each between spaces. A text contains another if
 * its form contains the other's.
 */
export function toSequence(text: string): string {
  return joinRuns(splitRuns(fold(text)));
}

export function joinRuns(runs: Iterable<Run>): string {
  const tokens: string[] = [];
  for (const { script, text } of runs) tokens.push(script === 'spaced' ? text : splitLetters(text).join(' '));
  return ` ${tokens.join(' ')} `;
}
