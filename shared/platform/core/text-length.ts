const ELLIPSIS = '…';

/** Shortens a text to at most `most` characters, cut after a word and ended with "…". */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = most - ELLIPSIS.length;
  // One more character than fits shows whether the last word ends there.
  const words = /^(.*\S)\s/s.exec(text.slice(0, room + 1));
  return (words?.[1] ?? text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '')) + ELLIPSIS;
}

/** A run of letters and digits; in scripts without spaces each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:['’-][\p{L}\p{N}]+)*/gu;

export function listWords(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

export function countWords(text: string): number {
  return listWords(text).length;
}

/** Length in UTF-8 bytes, the unit of all limits. */
export function utf8Length(value: string): number {
  return Buffer.byteLength(value, 'utf8');
}
