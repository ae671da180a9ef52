import type { XmlElement } from './element.ts';

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
