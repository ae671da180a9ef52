let count = 0;

/** The word with a number, unlike any other result in the same test file. */
export function makeUnique(word: string): string {
  return `${word}${++count}`;
}
