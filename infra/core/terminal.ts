/**
 * Characters that a terminal obeys instead of showing: control characters other than tab and line feed, those that change the direction
 * of the text, and Unicode's own line ends.
 */
const OBEYED = /[\p{Bidi_Control}\u2028\u2029]|(?![\t\n])\p{Cc}/gu;

/** The text with escapes in place of the characters that a terminal would obey. */
export function printable(text: string): string {
  return text.replace(OBEYED, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Prints a result to standard output. All that commands print goes through here, because much of it was written by others. */
export function print(text: string): void {
  console.log(printable(text));
}

/** Prints progress or a failure to standard error. */
export function report(text: string): void {
  console.error(printable(text));
}
