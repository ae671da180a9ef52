import type { Element } from './dom.ts';
import type { Page } from './page.ts';
import { readText } from './text.ts';

/** How many ancestors are searched for the title of another article. */
const MAX_LEVELS = 4;
/** Links with shorter texts are sections and tags. */
const MIN_TITLE_LENGTH = 20;

/**
 * Whether an element belongs to a teaser of another article: in an ancestor that contains neither the page's headline nor most of its
 * text, a linked title or a lower heading precedes the element.
 */
export function isTeased(page: Page, element: Element): boolean {
  let around = element.parentElement;
  for (let level = 0; level < MAX_LEVELS && around !== null; level += 1) {
    if (holdsArticle(around) || page.sizes.isMost(around)) return false;
    const titles = page.elementsBefore(element, around, 'a[href], h2, h3, h4, h5');
    if (titles.some(title => page.isTitledLike(title))) return false;
    if (titles.some(isTitle)) return true;
    around = around.parentElement;
  }
  return false;
}

function holdsArticle(element: Element): boolean {
  return element.localName === 'body' || element.querySelector('h1') !== null;
}

function isTitle(element: Element): boolean {
  return readText(element).trim().length >= MIN_TITLE_LENGTH;
}
