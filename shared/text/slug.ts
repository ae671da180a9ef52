import slugify from '@sindresorhus/slugify';

const MAX_LENGTH = 200;

/** ASCII-folded, in lower case, words joined by `-`, at most 200 characters; empty when no character can be converted. */
export function slugOf(text: string): string {
  // Cuts long input first: no part of a slug needs more source than this.
  const slug = slugify(text.slice(0, MAX_LENGTH * 4), { decamelize: false });
  return slug.slice(0, MAX_LENGTH).replace(/-+$/, '');
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
