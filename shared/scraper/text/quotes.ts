/**
 * Replaces straight quotes and three dots by typographic ones, as in English headlines and teasers. Quotes for feet and inches stay.
 */
export function typographicQuotes(text: string): string {
  return text
    .replace(/(?<!\.)\.\.\.(?!\.)/g, '…')
    .replace(/(^|[\s([{‘—–-])"(?=\S)/g, '$1“')
    .replace(/(?<!\d'\d{0,2})"/g, '”')
    .replace(/(?<!\d)'(?=\d\ds?\b)/g, '’')
    .replace(/(^|[\s([{“—–-])'(?=\S)/g, '$1‘')
    .replace(/(?<!\d)'|'(?!\d)/g, '’');
}
