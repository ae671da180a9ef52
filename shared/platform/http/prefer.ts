import type { HttpEvent } from './event.ts';

/** Response header of a strictly validated request. */
export const STRICT = { 'preference-applied': 'handling=strict' } as const;

/** Whether the request asks that unknown fields are rejected instead of ignored: `Prefer: handling=strict` (RFC 7240). */
export function isStrict({ headers }: Pick<HttpEvent, 'headers'>): boolean {
  const { prefer } = headers;
  return prefer !== undefined && preference('handling', prefer)?.toLowerCase() === 'strict';
}

/** The value of a preference, empty if it has none. The first of several with the same name counts; parameters are ignored. */
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
