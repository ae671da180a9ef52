const ELLIPSIS = '…';

/** At most `most` characters, cut at a word and ended with "…" when anything was left out. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - ELLIPSIS.length).replace(/[\uD800-\uDBFF]$/, '');
  const word = /^(.*\S)\s/su.exec(cut);
  return (word?.[1] ?? cut) + ELLIPSIS;
}

/** A word is a run of letters and digits; of scripts written without spaces each character counts as one. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:['’-][\p{L}\p{N}]+)*/gu;

export function countWords(text: string): number {
  let count = 0;
  for (const _word of text.matchAll(WORD)) count++;
  return count;
}
