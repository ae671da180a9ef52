import type { HttpEvent } from './event.ts';

/** The header of an answer to a request that was judged strictly. */
export const STRICT = { 'preference-applied': 'handling=strict' } as const;

/** Whether a request prefers that what is not known in it is refused, not ignored: `Prefer: handling=strict` (RFC 7240). */
export function isStrict({ headers }: Pick<HttpEvent, 'headers'>): boolean {
  return preference('handling', headers.prefer ?? '')?.toLowerCase() === 'strict';
}

/** The value of a preference, "" if it has none; of several of one name the first counts, parameters don't. */
function preference(wanted: string, header: string): string | undefined {
  for (const element of splitOutsideQuotes(header, ',')) {
    const [stated = ''] = splitOutsideQuotes(element, ';');
    const [name = '', ...value] = stated.split('=');
    if (name.trim().toLowerCase() === wanted) return unquoted(value.join('=').trim());
  }
  return undefined;
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (isQuoted && text[at] === '\\') at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1).replace(/\\(.)/g, '$1')
    : value;
}
