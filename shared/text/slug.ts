import slugify from '@sindresorhus/slugify';

const MAX_LENGTH = 200;

/** Printable ASCII without characters that slugs spell out or drop: the ampersand, the apostrophe and free-standing accents. */
const PLAIN = /^[ -%(-\]_a-~]*$/;

/** ASCII-folded, in lower case, words joined by `-`, at most 200 characters; empty when no character can be converted. */
export function slugOf(text: string): string {
  // Cuts long input first: no part of a slug needs more source than this.
  const source = text.slice(0, MAX_LENGTH * 4);
  // The package and its tables are loaded only for a text that needs them.
  const slug = PLAIN.test(source) ? joinWords(source) : slugify(source, { decamelize: false });
  return slug.slice(0, MAX_LENGTH).replace(/-+$/, '');
}

function joinWords(text: string): string {
  return (text.toLowerCase().match(/[a-z\d]+/g) ?? []).join('-');
}

/** One percent-encoded UTF-8 sequence; decoding rejects those that are no Unicode character. */
const ENCODED =
  /%(?:[0-7][\da-f]|[c-d][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi;

/** Decodes percent-encoded characters; a literal `%` and bytes that aren't UTF-8 stay unchanged. */
export function decodePercent(text: string): string {
  return text.replace(ENCODED, decodeSequence);
}

function decodeSequence(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
