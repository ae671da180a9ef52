/** References that sites write twice ("&amp;quot;"), so that one decoding leaves them in the text. */
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

/** One line of well-formed text: white space collapsed, control characters gone, left-over references decoded. */
export function clean(text: string): string {
  return text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, decoded)
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u200b\ufeff]+/g, ' ')
    .trim()
    .toWellFormed();
}

function decoded(reference: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? reference;
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : parseInt(decimal, 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
}

/** The text without tags, for sources that put HTML where text belongs. */
export function withoutTags(text: string): string {
  return text.replace(/<\/?[a-z][^<>]{0,2000}>/gi, ' ');
}

/** At most `most` characters, cut at a word where one is near, with an ellipsis. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > most * 0.8 ? cut.slice(0, space) : cut).toWellFormed().replace(/[\s\ufffd]+$/, '')}…`;
}
