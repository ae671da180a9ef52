/** One XML element with everything under it. `text` is its own text and CDATA, without its children's. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
}

/** The text of the first child of that name, trimmed; `''` when there is none. */
export function childText(element: XmlElement, name: string): string {
  return childRawText(element, name).trim();
}

/** As `childText`, but with the white space that the author typed. */
export function childRawText(element: XmlElement, name: string): string {
  return element.children.find(child => child.name === name)?.text ?? '';
}

/** The children of that name, in document order. */
export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(child => child.name === name);
}
