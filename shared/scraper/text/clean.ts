/** Named references that sites escape twice ("&amp;quot;"), so that they remain after parsing. */
const NAMED: Partial<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  rdquo: '”',
  rsquo: '’',
};

/** Cleans a text to one well-formed line: collapses white space, removes control characters, decodes remaining references. */
export function clean(text: string): string {
  return text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, decodeReference)
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u200b\ufeff]+/g, ' ')
    .trim()
    .toWellFormed();
}

function decodeReference(reference: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? reference;
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : parseInt(decimal, 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
}

/** Removes tags, for sources with HTML in text fields. */
export function withoutTags(text: string): string {
  return text.replace(/<\/?[a-z][^<>]{0,2000}>/gi, ' ');
}

/** Shortens a text to at most `most` characters, at a word boundary if one is near, with an ellipsis. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > most * 0.8 ? cut.slice(0, space) : cut).toWellFormed().replace(/[\s\ufffd]+$/, '')}…`;
}

/** The letters and digits of a text in lower case, by which names and titles are compared. */
export function foldLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
