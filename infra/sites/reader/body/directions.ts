/** The elements of a body that lay out their text: alignment, bullets and the bar of a quote follow the direction. */
const BLOCKS = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'blockquote', 'aside', 'pre', 'table'],
  ...['figcaption', 'summary'],
]);

/**
 * Lets the first letter of each block choose its direction, so that a story in Arabic reads from right to left on an English site. Only the
 * outermost block has `dir="auto"`: browsers pass over elements with a direction of their own when they look for that letter, so a list
 * whose items had one would find none. A direction that the body states is kept.
 */
export class Directions {
  #depth = 0;

  /** @returns the attributes of the element, with its direction */
  open(name: string, attributes: string): string {
    if (!BLOCKS.has(name)) return attributes;
    const isOutermost = this.#depth++ === 0;
    return isOutermost && !/\sdir=/.test(attributes) ? ` dir="auto"${attributes}` : attributes;
  }

  close(name: string): void {
    if (BLOCKS.has(name) && this.#depth > 0) this.#depth--;
  }
}
