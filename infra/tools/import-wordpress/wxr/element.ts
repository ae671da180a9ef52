/** An XML element with its descendants. `text` is its own text and CDATA, without that of its children. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
}

/** The trimmed text of the first child with that name; `''` when there is none. */
export function childText(element: XmlElement, name: string): string {
  return childRawText(element, name).trim();
}

/** Like `childText`, with the author's white space. */
export function childRawText(element: XmlElement, name: string): string {
  return element.children.find(child => child.name === name)?.text ?? '';
}

/** The children with that name, in document order. */
export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(child => child.name === name);
}
