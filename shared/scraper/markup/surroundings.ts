import { closest, labelOf, lineage, type Element } from './tree.ts';

const NAMES = new Set(['nav', 'aside', 'dialog', 'menu']);
const WORDS =
  /(?:^|[\s_-])(?:related|recommend\w*|sidebar|comments?|comment-?list|respond|nav|navbar|navigation|menu|breadcrumbs?|teasers?|carousel|newsletter|share|sharing|social|popular|trending|most-?read|advert\w*|ads?|sponsor\w*|cookie\w*|modal)(?:$|[\s_-])/i;
/** An article's own footer names its author; a site's does not. */
const SITE_FOOTER = /(?:^|\s)(?:(?:site|page|global|main)[_-]?)?footer(?:$|\s)/i;

function isSurrounding(element: Element): boolean {
  const { name } = element;
  if (name === 'body' || name === 'html' || name === 'article' || name === 'main') return false;
  if (NAMES.has(name)) return true;
  if (name === 'footer') return closest(element, around => around.name === 'article') === undefined;
  const label = labelOf(element);
  return WORDS.test(label) || SITE_FOOTER.test(label);
}

/** What surrounds an article in its page: navigation, teasers of other articles, comments, the site's footer. */
export class Surroundings {
  readonly #known = new Map<Element, boolean>();

  /** What holds a `central` element is no surrounding, whatever its class says ("with-sidebar"). */
  constructor(central: readonly Element[]) {
    for (const element of central) {
      const holders = [...lineage(element)];
      if (holders.some(({ name }) => NAMES.has(name))) continue;
      for (const holder of holders) this.#known.set(holder, false);
    }
  }

  /** Whether an element is, or is inside of, a surrounding. */
  hold(element: Element): boolean {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const held = isSurrounding(element) || (element.parent !== undefined && this.hold(element.parent));
    this.#known.set(element, held);
    return held;
  }
}
