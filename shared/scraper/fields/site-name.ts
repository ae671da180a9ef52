const SEPARATOR = /\s+[|–—·•»-]\s+|(?<=[^\s:]):\s+|\s*\|\s*/;

const MAX_WORDS = 4;

/** Whether a text is a tagline or part of a headline rather than a name: many words, punctuation, or a lower-case initial. */
export function isTagline(text: string): boolean {
  return text.split(' ').length > MAX_WORDS || /[!?,;&]|[.:](?:\s|$)|^\p{Ll}/u.test(text);
}

/** The site's name without its tagline: "WebMD" from "WebMD: Better information. Better health." */
export function withoutTagline(text: string, url: string): string {
  const separator = SEPARATOR.exec(text);
  if (separator === null) return text;
  const head = text.slice(0, separator.index);
  const tail = text.slice(separator.index + separator[0].length);
  if (head !== '' && isTagline(tail) && !isNameOfHost(tail, url)) return head;
  return isTagline(head) && isNameOfHost(tail, url) ? tail : text;
}

/** Whether a name matches the host: "The Guardian" for www.theguardian.com, "BBC News" for bbc.co.uk. */
export function isNameOfHost(name: string, url: string): boolean {
  const letters = lettersOf(name);
  return new URL(url).hostname
    .split('.')
    .slice(0, -1)
    .map(lettersOf)
    .filter(label => label.length > 2 && label !== 'www')
    .some(label => letters === label || letters === `the${label}` || label === `the${letters}`);
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\.(?:com|org|net)$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
