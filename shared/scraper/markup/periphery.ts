import type { Element } from './dom.ts';
import { readLabel, readText } from './text.ts';

const NAMES = new Set(['nav', 'aside', 'dialog', 'menu']);
const CENTRAL_NAMES = new Set(['body', 'html', 'article', 'main']);
const WORDS =
  /(?:^|[\s_-])(?:related|recommend\w*|sidebar|comments?|comment-?list|respond|nav|navbar|navigation|menu|breadcrumbs?|carousel|newsletter|share|sharing|social|popular|trending|most-?read|advert\w*|ads?|sponsor\w*|cookie\w*|modal)(?:$|[\s_-])/i;
/** An article's own footer may name its author; a site's footer doesn't. */
const SITE_FOOTER = /(?:^|\s)(?:(?:site|page|global|main)[_-]?)?footer(?:$|\s)/i;

const TEASER = /(?:^|[\s_-])teasers?(?:$|[\s_-])/i;
/** Links with shorter texts are sections and tags. */
const MIN_TITLE_LENGTH = 20;

/** Whether an element has the class of a teaser and a title; a lead or byline may have the class alone. */
function isTeaser(element: Element, label: string): boolean {
  return (
    TEASER.test(label) &&
    element
      .querySelectorAll('a[href], h2, h3, h4, h5')
      .some(title => readText(title).trim().length >= MIN_TITLE_LENGTH)
  );
}

/** An article's own margin may hold its byline. */
function holdsByline(aside: Element): boolean {
  return aside.closest('article') !== null && aside.querySelector('address [rel~="author" i]') !== null;
}

function isOutside(element: Element): boolean {
  const { localName } = element;
  if (CENTRAL_NAMES.has(localName)) return false;
  if (localName === 'aside' && holdsByline(element)) return false;
  if (NAMES.has(localName)) return true;
  if (localName === 'footer') return element.closest('article') === null;
  const label = readLabel(element);
  return WORDS.test(label) || SITE_FOOTER.test(label) || isTeaser(element, label);
}

/** Decides which elements are outside the article: navigation, teasers of other articles, comments, the site's footer. */
export class Periphery {
  readonly #known = new Map<Element, boolean>();

  /** Ancestors of `central` elements are never outside, even if their class suggests it ("with-sidebar"). */
  constructor(central: readonly Element[]) {
    for (const element of central) {
      const holders = listLineage(element);
      if (holders.some(({ localName }) => NAMES.has(localName))) continue;
      for (const holder of holders) this.#known.set(holder, false);
    }
  }

  /** Whether an element is outside the article, or inside an element that is. */
  contains(element: Element): boolean {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const parent = element.parentElement;
    const isInside = isOutside(element) || (parent !== null && this.contains(parent));
    this.#known.set(element, isInside);
    return isInside;
  }
}

/** The element and its ancestors, innermost first. */
function listLineage(element: Element): Element[] {
  const lineage: Element[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) lineage.push(at);
  return lineage;
}
