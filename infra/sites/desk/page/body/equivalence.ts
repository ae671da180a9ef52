import { BLOCK, PHRASE, TEXT_ONLY } from './elements.ts';

/**
 * A text that two trees share when they mean the same: whitespace without meaning is left out, phrases around the same text may stand in any
 * order, and so may attributes.
 */
export function toComparable(root: Node): string {
  const writer = new Comparable();
  writer.visit(root, { phrases: [], isPreformatted: false });
  return writer.end();
}

interface Place {
  phrases: readonly string[];
  isPreformatted: boolean;
}

class Comparable {
  readonly #parts: string[] = [];
  #run = '';
  #phrases = '';
  #hasPendingSpace = false;
  /** Whether whitespace here would stand at the edge of a block, where it means nothing. */
  #isAtEdge = true;

  end(): string {
    this.#flush();
    return this.#parts.join('');
  }

  visit(node: Node, place: Place): void {
    if (node.nodeType === Node.TEXT_NODE) this.#addText(node.nodeValue ?? '', place);
    else if (node.nodeType === Node.COMMENT_NODE) this.#addPart(`<!--${node.nodeValue}-->`);
    else if (node instanceof Element && node.parentNode) this.#addElement(node, place);
    else this.#visitChildren(node, place);
  }

  #visitChildren(node: Node, place: Place): void {
    for (const child of node.childNodes) this.visit(child, place);
  }

  #addText(text: string, { phrases, isPreformatted }: Place): void {
    const marks = phrases.join('|');
    if (isPreformatted) {
      this.#append(text, marks);
      return;
    }
    for (const part of text.split(/([ \t\n\r\f]+)/)) {
      if (part === '') continue;
      if (/^[ \t\n\r\f]/.test(part)) {
        this.#hasPendingSpace = !this.#isAtEdge;
        continue;
      }
      this.#addPendingSpace(marks);
      this.#append(part, marks);
      this.#isAtEdge = false;
    }
  }

  #addElement(element: Element, place: Place): void {
    const name = element.localName;
    const start = `${name}[${[...element.attributes]
      .map(attribute => `${attribute.name}=${attribute.value}`)
      .sort()
      .join(';')}]`;
    if (PHRASE.has(name) && element.hasChildNodes()) {
      this.#visitChildren(element, { ...place, phrases: [...place.phrases, start].sort() });
      return;
    }
    const isBlock = BLOCK.has(name) || name === 'br';
    this.#enter(isBlock, place);
    this.#addPart(`<${start}${isBlock ? '' : place.phrases.join('|')}>`);
    this.#visitChildren(element, {
      phrases: isBlock ? [] : place.phrases,
      isPreformatted: place.isPreformatted || name === 'pre' || TEXT_ONLY.has(name),
    });
    this.#addPart(`</${name}>`);
    this.#hasPendingSpace &&= !isBlock;
    this.#isAtEdge = isBlock;
  }

  #enter(isBlock: boolean, { phrases }: Place): void {
    if (isBlock) {
      this.#hasPendingSpace = false;
      this.#isAtEdge = true;
    } else this.#addPendingSpace(phrases.join('|'));
  }

  #addPendingSpace(phrases: string): void {
    if (this.#hasPendingSpace) this.#append(' ', this.#phrases || phrases);
    this.#hasPendingSpace = false;
  }

  #append(text: string, phrases: string): void {
    if (text === '') return;
    if (phrases !== this.#phrases) {
      this.#flush();
      this.#phrases = phrases;
    }
    this.#run += text;
  }

  #addPart(part: string): void {
    this.#flush();
    this.#parts.push(part);
  }

  #flush(): void {
    if (this.#run !== '') this.#parts.push(`${JSON.stringify(this.#run)}{${this.#phrases}}`);
    this.#run = '';
  }
}
