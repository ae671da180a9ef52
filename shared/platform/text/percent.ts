/** Percent-encodes the segments of a decoded path. */
export function encodePath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/** One percent-encoded UTF-8 sequence; decoding rejects those that are no Unicode character. */
const ENCODED =
  /%(?:[0-7][\da-f]|[c-d][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi;

/** Decodes percent-encoded characters; a literal `%` and bytes that aren't UTF-8 stay unchanged. */
export function decodePercent(text: string): string {
  return text.replace(ENCODED, decodeIfValid);
}

/** Decodes a text only when all of it is validly percent-encoded; any other stays unchanged. */
export function decodeIfValid(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
