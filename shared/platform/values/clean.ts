/**
 * Removes characters that no text needs and that break documents made of texts. Input is cleaned by its schemas (bounds.ts, fields.ts),
 * and texts stored by earlier versions are cleaned when they are read (stored-text.ts), so that generators get clean texts only and
 * nothing edits what they wrote.
 */

/** What XML 1.0 forbids, even escaped: C0 controls except tab, LF and CR; U+FFFE and U+FFFF; lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const FORBIDDEN_OR_CONTROL = /[^\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Cleans a text of several lines. Its line breaks stay as they are. */
export function cleanText(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** Cleans a text of one line, which has no control characters at all. */
export function cleanLine(text: string): string {
  return text.replace(FORBIDDEN_OR_CONTROL, '');
}

/** What JSON contains of a text that `cleanText` may change: escapes and characters. Most JSON has none, and need not be searched again. */
const SUSPICIOUS_ESCAPES = /\\[bfu]/;
const SUSPICIOUS_CHARACTERS = ['\uFFFE', '\uFFFF'];

/** Looking for a backslash first, and for each character alone, takes a tenth of the time of one pattern for all. */
function isSuspicious(json: string): boolean {
  return (
    (json.includes('\\') && SUSPICIOUS_ESCAPES.test(json)) ||
    SUSPICIOUS_CHARACTERS.some(character => json.includes(character))
  );
}

/** Cleans all texts and names in a JSON value, whose JSON is given because it can be tested in one pass. */
export function cleanData<T>(value: T, json: string): T;
export function cleanData(value: unknown, json: string): unknown {
  return isSuspicious(json) ? cleanDeep(value) : value;
}

function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [cleanText(name), cleanDeep(part)]));
}

const REPLACEMENT_CHARACTER = 0xfffd;

/** The character that a character reference of HTML stands for; U+FFFD in place of a forbidden one, as HTML reads `&#0;`. */
export function allowedCodePoint(codePoint: number): number {
  return cleanText(String.fromCodePoint(codePoint)) === '' ? REPLACEMENT_CHARACTER : codePoint;
}
