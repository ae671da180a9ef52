/** One character of UTF-8, percent-encoded. That it is one of Unicode too, decoding tells. */
const ENCODED =
  /%(?:[0-7][\da-f]|[c-d][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi;

/** A text whose percent-encoded characters are decoded; a `%`, and bytes that are no UTF-8, stay as they are. */
export function decodePercent(text: string): string {
  return text.replace(ENCODED, decoded);
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
