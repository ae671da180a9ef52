import type { Element } from './dom.ts';
import { labelOf } from './text.ts';

const NAMES = new Set(['nav', 'aside', 'dialog', 'menu']);
const CENTRAL_NAMES = new Set(['body', 'html', 'article', 'main']);
const WORDS =
  /(?:^|[\s_-])(?:related|recommend\w*|sidebar|comments?|comment-?list|respond|nav|navbar|navigation|menu|breadcrumbs?|teasers?|carousel|newsletter|share|sharing|social|popular|trending|most-?read|advert\w*|ads?|sponsor\w*|cookie\w*|modal)(?:$|[\s_-])/i;
/** An article's own footer names its author; a site's does not. */
const SITE_FOOTER = /(?:^|\s)(?:(?:site|page|global|main)[_-]?)?footer(?:$|\s)/i;

function isSurrounding(element: Element): boolean {
  const { localName } = element;
  if (CENTRAL_NAMES.has(localName)) return false;
  if (NAMES.has(localName)) return true;
  if (localName === 'footer') return element.closest('article') === null;
  const label = labelOf(element);
  return WORDS.test(label) || SITE_FOOTER.test(label);
}

/** What surrounds an article in its page: navigation, teasers of other articles, comments, the site's footer. */
export class Relations {
  readonly #known = new Map<Element, boolean>();

  /** What holds a `central` element is no surrounding, whatever its class says ("with-sidebar"). */
  constructor(central: readonly Element[]) {
    for (const element of central) {
      const holders = lineageOf(element);
      if (holders.some(({ localName }) => NAMES.has(localName))) continue;
      for (const holder of holders) this.#known.set(holder, false);
    }
  }

  /** Whether an element is, or is inside of, a surrounding. */
  hold(element: Element): boolean {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const parent = element.parentElement;
    const isHeld = isSurrounding(element) || (parent !== null && this.hold(parent));
    this.#known.set(element, isHeld);
    return isHeld;
  }
}

/** The element and all that it is inside of, innermost first. */
function lineageOf(element: Element): Element[] {
  const lineage: Element[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) lineage.push(at);
  return lineage;
}
