/** Pieces that break documents: forbidden characters, ends and beginnings of sections, markup, line breaks. */
export const HOSTILE_PIECES = [
  ...['\u0000', '\u0001', '\u0008', '\u000b', '\u000c', '\u001f', '\ufffe', '\uffff', '\ud800', '\udc00'],
  ...['\t', '\n', '\r', '\r\n', '\u007f', '\u0085', '\u2028', '\ufeff'],
  ...[']', ']]', ']]>', '>', '<![CDATA[', '<', '</title>', '</item><item><title>x</title></item>', '<!--'],
  ...['&', '&amp;', '&#0;', '&#1;', '&#xFFFE;', '&#xd800;', '"', "'", '</script>', '\\', '\\u0000', '\\b'],
  ...['a', 'é', '橋', '😀', '\ud83d', '\ude00', 'e\u0301', '\u200d'],
];

/** An independent form of cleanText(): by code points, as https://www.w3.org/TR/xml/#charsets lists them. */
export function cleanedText(text: string): string {
  return keep(text, code => {
    if (code < 0x20) return code === 9 || code === 10 || code === 13;
    return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || code > 0xffff;
  });
}

/** An independent form of cleanLine(). */
export function cleanedLine(text: string): string {
  return keep(cleanedText(text), code => code >= 0x20 && (code < 0x7f || code > 0x9f));
}

function keep(text: string, isKept: (code: number) => boolean): string {
  return Array.from(text)
    .filter(character => isKept(character.codePointAt(0)!))
    .join('');
}
