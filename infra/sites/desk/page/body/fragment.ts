let shared: Document | undefined;

/**
 * Parses a source as it is parsed within a page of readers, in a document that no window shows: what it contains loads nothing, runs nothing
 * and reports nothing to the policy of the page.
 */
export function parseFragment(html: string): HTMLElement {
  shared ??= document.implementation.createHTMLDocument('');
  const root = shared.createElement('div');
  root.innerHTML = html;
  return root;
}

/** @returns the nodes of a source that ends all that it begins; undefined when what follows it would be parsed in another way than alone */
export function parseClosed(html: string): Node[] | undefined {
  // The parser takes a block out of some open elements, and text out of others.
  const nodes = [...parseFragment(`${html}<hr>x`).childNodes];
  const [rule, text] = nodes.splice(-2);
  return rule?.nodeName === 'HR' && text?.nodeValue === 'x' ? nodes : undefined;
}

export function hasSameNodes(one: readonly Node[], other: readonly Node[]): boolean {
  return one.length === other.length && one.every((node, index) => node.isEqualNode(other[index] ?? null));
}

/** The text of a source of text: its character references replaced. */
export function decodeText(source: string): string {
  return source.includes('&') ? parseFragment(source.replaceAll('<', '&lt;')).textContent : source;
}
