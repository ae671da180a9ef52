import type { Element } from '../markup/dom.ts';
import type { Page } from '../markup/page.ts';
import { childNodes, isInline, readLabel } from '../markup/text.ts';
import { clean } from '../text/clean.ts';
import { blockIn, Extent, isParagraph, type Block } from './blocks.ts';
import { classifyElement } from './boilerplate.ts';
import { captionsIn } from './captions.ts';

const MAX_STYLE_LENGTH = 300;
const HIDDEN = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Whether the element itself is hidden from readers. */
function isHidden(element: Element): boolean {
  return (
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden')?.toLowerCase() === 'true' ||
    HIDDEN.test(element.getAttribute('style')?.slice(0, MAX_STYLE_LENGTH) ?? '')
  );
}

/** A note that points readers to another page. */
function isHatnote(element: Element): boolean {
  return /(?:^|\s)(?:hatnote|dablink)(?:$|\s)/i.test(readLabel(element));
}

/** A lead links less of its text than the teaser of another page. */
const MAX_LINKS_OF_LEAD = 0.25;
/** The rest of a longer text node is not read. */
const MAX_TEXT_LENGTH = 100_000;
/** Words may be divided by soft hyphens, which readers don't see. */
const SOFT_HYPHEN = '\u00ad';
/** Below the headline and less than this, a picture is the lead picture. */
const MAX_LEAD_LENGTH = 400;
const WHOLE_PAGE = new Set(['', 'html', 'body']);

/**
 * A page's text in blocks, read in one pass without what is hidden or outside the text. Everything but inline markup, and an empty line,
 * ends a block. A strict reading leaves out furniture that has not most of the page's text, a lenient one keeps it.
 */
export class Reading {
  readonly blocks: Block[] = [];
  /** The elements with text, in the order of their ends. */
  readonly extents: Extent[] = [];
  readonly #page: Page;
  readonly #isStrict: boolean;
  readonly #central: ReadonlySet<Element>;
  #open: Extent;
  #run = '';
  #linked = 0;
  #linkDepth = 0;
  /** The length of the text after the last main heading. */
  #sinceHeadline = Infinity;

  constructor(page: Page, { isStrict }: { isStrict: boolean }) {
    this.#page = page;
    this.#isStrict = isStrict;
    this.#central = centralElements(page);
    this.#open = new Extent(page.root, undefined, 0);
    this.#read(page.root);
    this.#endBlock();
  }

  #read(element: Element): void {
    for (const child of childNodes(element)) {
      if (child.nodeType === 3) this.#addText(child.data.slice(0, MAX_TEXT_LENGTH).replace(/\s+/g, ' '));
      else if (child.localName === 'br') this.#run += '\n';
      else if (!isHidden(child) && !isHatnote(child)) this.#readElement(child);
    }
  }

  #addText(text: string): void {
    this.#run += text;
    if (this.#linkDepth > 0) this.#linked += text.trim().length;
  }

  #readElement(element: Element): void {
    if (element.localName === 'a') this.#readLink(element);
    else if (isInline(element)) this.#readInline(element);
    else this.#readBlock(element);
  }

  #readLink(element: Element): void {
    const depth = element.hasAttribute('href') ? 1 : 0;
    this.#linkDepth += depth;
    this.#read(element);
    this.#linkDepth -= depth;
  }

  #readInline(element: Element): void {
    if (this.#isText(element)) this.#read(element);
  }

  #readBlock(element: Element): void {
    this.#endBlock();
    if (this.#isText(element)) this.#readExtent(element);
    else if (this.#sinceHeadline < MAX_LEAD_LENGTH) this.#readCaptions(element);
  }

  /** What is said of the lead picture is text of the article, but doesn't tell where the article is. */
  #readCaptions(element: Element): void {
    for (const text of captionsIn(element)) {
      this.blocks.push({ text, linked: 0, kind: 'caption', isHeadline: false });
    }
  }

  #readExtent(element: Element): void {
    const parent = this.#open;
    const extent = new Extent(element, parent, this.blocks.length);
    this.#open = extent;
    this.#read(element);
    this.#endBlock();
    this.#open = parent;
    if (this.#isOfOtherPages(extent)) this.blocks.length = extent.start;
    else this.#close(extent);
  }

  #close(extent: Extent): void {
    extent.end = this.blocks.length;
    extent.parent?.addChild(extent);
    if (extent.end > extent.start) this.extents.push(extent);
  }

  #isText(element: Element): boolean {
    const part = classifyElement(element);
    if (part === 'text' || this.#central.has(element)) return true;
    if (part === 'teaser') return this.#page.sizes.linkShare(element) < MAX_LINKS_OF_LEAD;
    return part === 'furniture' && (!this.#isStrict || this.#page.sizes.isMost(element));
  }

  #isOfOtherPages(extent: Extent): boolean {
    const { element } = extent;
    if (isParagraph(element) || WHOLE_PAGE.has(element.localName)) return false;
    const isMain = this.#central.has(element) || this.#page.sizes.isMost(element);
    return extent.isLinks || (!isMain && extent.isTeasers);
  }

  #endBlock(): void {
    const [run, linked] = [this.#run, this.#linked];
    this.#run = '';
    this.#linked = 0;
    for (const part of run.split(/\n\s*\n/)) {
      const text = clean(part.replaceAll(SOFT_HYPHEN, ''));
      if (text !== '') this.#addBlock(blockIn(this.#open.element, text, (linked * part.length) / run.length));
    }
  }

  #addBlock(block: Block): void {
    this.#sinceHeadline = block.isHeadline ? 0 : this.#sinceHeadline + block.text.length;
    this.blocks.push(block);
    this.#open.addBlock(block);
  }
}

const CENTRAL = ['h1', '[itemprop~="headline"]', 'main', '[itemprop~="articleBody"]'];

/** The ancestors of the headline and of the text, which are text even if their class suggests otherwise ("with-sidebar"). */
function centralElements(page: Page): ReadonlySet<Element> {
  const central = new Set<Element>();
  for (const mark of CENTRAL.flatMap(selector => page.querySelectorAll(selector).slice(0, 2))) {
    if (mark.closest('nav, aside, dialog, menu') !== null) continue;
    for (let at: Element | null = mark; at !== null && !central.has(at); at = at.parentElement)
      central.add(at);
  }
  return central;
}
