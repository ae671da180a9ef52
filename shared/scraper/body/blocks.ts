import type { Element } from '../markup/dom.ts';

/** A paragraph, heading, item of a list or the lead picture's caption, with the length of its text in links. */
export interface Block {
  readonly text: string;
  readonly linked: number;
  readonly kind: 'paragraph' | 'heading' | 'item' | 'caption';
  /** Whether it is a main heading. */
  readonly isHeadline: boolean;
}

/** The block of a text in this element. */
export function blockIn({ localName }: Element, text: string, linked: number): Block {
  const kind = HEADING.test(localName) ? 'heading' : localName === 'li' ? 'item' : 'paragraph';
  return { text, linked: Math.min(linked, text.length), kind, isHeadline: localName === 'h1' };
}

const HEADING = /^h[1-6]$/;
const PARAGRAPH = /^(?:p|li|dd|dt|pre|blockquote|td|th|tr|tbody|h[1-6])$/;
const LIST = /^(?:ul|ol|dl)$/;

/** Whether an element is a paragraph or a part of a list or table, whose text counts for the element around it. */
export function isParagraph({ localName }: Element): boolean {
  return PARAGRAPH.test(localName);
}

/** Shorter paragraphs are mostly captions and labels. */
const MIN_RUNNING_LENGTH = 40;
const SHORT_SHARE = 0.2;
const HEADING_SHARE = 0.1;
const MAX_RUNNING_LINKS = 0.5;
/** Scripts whose words need fewer letters. */
const DENSE = /[\u3040-\u9fff\uac00-\ud7af]/;
const DENSITY = 2.5;

/** How much a block counts as running text. */
function runningLength({ text, linked, kind }: Block): number {
  if (linked > text.length * MAX_RUNNING_LINKS) return 0;
  const length = DENSE.test(text) ? text.length * DENSITY : text.length;
  if (kind === 'heading') return length * HEADING_SHARE;
  return length < MIN_RUNNING_LENGTH ? length * SHORT_SHARE : length;
}

/** The blocks of an element, and how much running text it contains. */
export class Extent {
  readonly element: Element;
  readonly parent: Extent | undefined;
  readonly start: number;
  end: number;
  /** The length of the blocks that read like text. */
  running = 0;
  /** The same, counting what is close to the element more. */
  score = 0;
  #length = 0;
  #linked = 0;
  #titles = 0;

  constructor(element: Element, parent: Extent | undefined, start: number) {
    this.element = element;
    this.parent = parent;
    this.start = start;
    this.end = start;
  }

  /** Counts a block directly in the element. */
  addBlock(block: Block): void {
    this.#length += block.text.length;
    this.#linked += block.linked;
    if (isLinkedTitle(block)) this.#titles += 1;
    const running = runningLength(block);
    this.running += running;
    let holder = isParagraph(this.element) ? this.parent : this;
    for (const share of SHARES) {
      if (holder !== undefined) holder.score += running * share;
      holder = holder?.parent;
    }
  }

  /** Counts the blocks of a child. */
  addChild(child: Extent): void {
    this.running += child.running;
    this.#length += child.#length;
    this.#linked += child.#linked;
    this.#titles += child.#titles;
  }

  /** Whether the element consists of links. */
  get isLinks(): boolean {
    const most = LIST.test(this.element.localName) ? MAX_LINKS_OF_LIST : MAX_LINKS;
    return this.#linked > this.#length * most;
  }

  /** Whether the element consists of linked titles with short texts. */
  get isTeasers(): boolean {
    return this.#titles > 1 && this.#length - this.#linked < this.#titles * MAX_EXCERPT_LENGTH;
  }
}

/** The share of a paragraph's length that counts for its parent, its grandparent, and so on. */
const SHARES = [1, 0.5, 0.2, 0.15, 0.1];
const MAX_LINKS = 0.7;
const MAX_LINKS_OF_LIST = 0.6;
const MAX_EXCERPT_LENGTH = 350;
const MIN_TITLE_LENGTH = 15;
const LINKED_TITLE = 0.8;

function isLinkedTitle({ text, linked, kind }: Block): boolean {
  return kind === 'heading' && text.length >= MIN_TITLE_LENGTH && linked >= text.length * LINKED_TITLE;
}
