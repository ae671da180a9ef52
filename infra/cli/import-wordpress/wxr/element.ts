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

/** rss and channel: an element directly under them is returned as soon as it is complete. */
const ENVELOPE_DEPTH = 2;

/** Comments are not imported, and a popular post has thousands of them, so they are dropped when they close. */
const DROPPED = 'wp:comment';

/**
 * Builds the elements directly under `<rss><channel>` from a parser's events. The outer elements keep no children, so memory holds
 * one item and not the file.
 */
export class ElementBuilder {
  private readonly open: XmlElement[] = [];
  private finished: XmlElement[] = [];

  /** The elements completed since the last call. */
  takeFinished(): XmlElement[] {
    const taken = this.finished;
    this.finished = [];
    return taken;
  }

  opened(name: string, attributes: Record<string, string>): void {
    if (this.open.length === 0 && name !== 'rss') throw new Error('the root element is not <rss>');
    this.open.push({ name, attributes, text: '', children: [] });
  }

  /** White space around CDATA and between elements is not content. */
  text(text: string): void {
    if (/\S/.test(text)) this.characters(text);
  }

  characters(text: string): void {
    const element = this.open.at(-1);
    if (element && this.open.length > ENVELOPE_DEPTH) element.text += text;
  }

  closed(): void {
    const element = this.open.pop();
    if (!element || element.name === DROPPED) return;
    if (this.open.length === ENVELOPE_DEPTH) this.finished.push(element);
    else if (this.open.length > ENVELOPE_DEPTH) this.open.at(-1)?.children.push(element);
  }
}
