import { markup, type Html } from './html.ts';
import type { Listed } from './frame.ts';
import type { Texts } from './texts/index.ts';

/** A cursor leads only to older posts, so the address of a page has those of at most so many pages before it. */
const MAX_NEWER = 8;
const CURSORS = /^[\w-]{1,200}(?:\.[\w-]{1,200})*$/;

/** Links to newer and older pages of a list. After MAX_NEWER steps back comes the first page. */
export function renderPageLinks(
  query: URLSearchParams,
  next: Listed['list']['next'],
  texts: Texts,
): Html | null {
  const { cursor, newer = '', ...others } = Object.fromEntries(query);
  const before = CURSORS.test(newer) ? newer.split('.') : [];
  const address = (own: string | undefined, trail: readonly string[]): string => {
    const position = {
      ...(own !== undefined && { cursor: own }),
      ...(trail.length > 0 && { newer: trail.join('.') }),
    };
    return `?${new URLSearchParams({ ...others, ...position }).toString()}`;
  };
  const trail = cursor === undefined ? [] : [...before, cursor].slice(-MAX_NEWER);
  if (cursor === undefined && !next) return null;
  return markup`<nav class="pages" aria-label="${texts.pages}">${
    cursor !== undefined &&
    markup`<a rel="prev" href="${address(before.at(-1), before.slice(0, -1))}">${texts.newer}</a>`
  }${next && markup`<a rel="next" href="${address(next.cursor, trail)}">${texts.older}</a>`}</nav>`;
}
