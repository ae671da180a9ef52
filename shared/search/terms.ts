import { fold, lettersOf, runsOf, type Run } from './words.ts';

/**
 * What a text is found by. A dictionary cuts Chinese, Japanese or Thai differently from context to context (a query alone, the same
 * letters within a sentence) and from one version to the next. So where no spaces are written a text is indexed by every letter
 * and every pair of neighbours: a word of one or two letters is found exactly, a longer one by its pairs, which the text then
 * confirms. Only what is asked for is cut into words.
 */
export function* termsOf(text: string): Generator<string> {
  for (const run of runsOf(fold(text))) {
    if (run.script === 'spaced') yield run.text;
    else {
      const letters = lettersOf(run.text);
      yield* letters;
      yield* pairs(letters);
    }
  }
}

/** What a text that holds this run has been indexed by. */
export function termsToFind({ script, text }: Run): string[] {
  if (script === 'spaced') return [text];
  const letters = lettersOf(text);
  return letters.length === 1 ? letters : pairs(letters);
}

function pairs(letters: readonly string[]): string[] {
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}

/**
 * Texts in the form in which phrases are looked for: word after word, and letter after letter where no spaces are written, each
 * between spaces. One text holds another if its form contains the other's.
 */
export function sequenceOf(text: string): string {
  return sequenceOfRuns(runsOf(fold(text)));
}

export function sequenceOfRuns(runs: Iterable<Run>): string {
  const tokens: string[] = [];
  for (const { script, text } of runs) tokens.push(script === 'spaced' ? text : lettersOf(text).join(' '));
  return ` ${tokens.join(' ')} `;
}
