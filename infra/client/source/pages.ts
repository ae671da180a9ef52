import type { NextPage } from './answer.ts';
import { unexpected } from './refusals.ts';

/** More pages than the longest list of a site has: millions of entries. */
const MAX_PAGES = 100_000;
/** Entries may change their page while a list is read, so a few pages may begin with an entry that was seen before, or be empty. */
const MAX_PAGES_WITHOUT_NEWS = 50;

/** Follows the pages of one list, and ends when the service sends it in circles: each page must bring the reader further. */
export class PageTrail {
  readonly #cursors = new Set<string>();
  readonly #firsts = new Set<unknown>();
  #withoutNews = 0;

  /** @throws UnexpectedAnswer when the list has no end */
  follow(entries: readonly unknown[], next: NextPage): NextPage {
    const first = identify(entries[0]);
    const isNews = first !== undefined && !this.#firsts.has(first);
    this.#withoutNews = isNews ? 0 : this.#withoutNews + 1;
    if (this.#cursors.has(next.cursor)) throw unexpected('The list repeats a page');
    if (this.#withoutNews > MAX_PAGES_WITHOUT_NEWS) throw unexpected('The list repeats its pages');
    if (this.#cursors.size >= MAX_PAGES) throw unexpected(`The list has more than ${MAX_PAGES} pages`);
    this.#cursors.add(next.cursor);
    this.#firsts.add(first);
    return next;
  }
}

/** An entry without an id, such as a like, is identified by its text. */
function identify(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : JSON.stringify(entry);
}
