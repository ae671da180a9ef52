import { compile } from 'css-select';
import type { Element, PageNode } from './element.ts';

/** How css-select reads the tree. */
const adapter = {
  isTag: (node: PageNode): node is Element => node.nodeType === 1,
  getName: ({ localName }: Element) => localName,
  getAttributeValue: (element: Element, name: string) => element.getAttribute(name) ?? undefined,
  hasAttrib: (element: Element, name: string) => element.hasAttribute(name),
  getParent: ({ parentElement }: Element) => parentElement,
  getChildren: (node: PageNode) => (node.nodeType === 1 ? listChildren(node) : []),
  getSiblings: (node: PageNode) =>
    node.nodeType === 1 && node.parentElement !== null ? listChildren(node.parentElement) : [node],
  prevElementSibling: (node: PageNode) => (node.nodeType === 1 ? node.previousElementSibling : null),
  getText: (node: PageNode) => (node.nodeType === 1 ? node.textContent : node.data),
  removeSubsets: (nodes: PageNode[]) => nodes,
};

function listChildren(element: Element): PageNode[] {
  const children: PageNode[] = [];
  for (let node = element.firstChild; node !== null; node = node.nextSibling) children.push(node);
  return children;
}

/** The selectors of extractors, which are few and constant. */
const known = new Map<string, (element: Element) => boolean>();

/** The test for any list of selectors. Compiling takes longer than testing, so it happens once. */
export function compileSelectors(selectors: string): (element: Element) => boolean {
  const test = known.get(selectors) ?? compile<PageNode, Element>(selectors, { adapter });
  known.set(selectors, test);
  return test;
}
