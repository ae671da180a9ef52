/** Characters that XML 1.0 does not allow, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Removes the characters that would make a document no XML. */
export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes an element with an escaped text. */
export function xmlElement(name: string, text: string): string {
  const escaped = xmlText(text).replace(/[&<>"]/g, character => ESCAPES[character] ?? character);
  return `<${name}>${escaped}</${name}>`;
}
