/**
 * Straight quotes and three dots as an English-language desk would set them: what is scraped goes into headlines and teasers.
 * Feet and inches stay as they are.
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
