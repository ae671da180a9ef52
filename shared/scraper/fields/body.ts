import type { Element } from '../markup/dom.ts';
import type { Page } from '../markup/page.ts';
import { childNodes, isWithin, labelOf, textOf } from '../markup/text.ts';
import { clean, shortenText, withoutTags } from '../text/clean.ts';
import { withoutPreface, type Known } from './preface.ts';

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

const MAX_LENGTH = 50_000;
const MAX_PARAGRAPHS = 2_000;
/** Shorter paragraphs are mostly captions and labels. */
const MIN_PARAGRAPH_LENGTH = 40;
/** A shorter text is only a teaser. */
const MIN_BODY_LENGTH = 200;

/** The article's text with empty lines between paragraphs; empty when the page has no running text. */
export function bodyOf(page: Page, known: Known = { titles: [], authors: [] }): string {
  for (const find of [statedBody, markedBody]) {
    const body = joinParagraphs(find(page), known);
    if (body.length >= MIN_BODY_LENGTH) return shortenText(body, MAX_LENGTH);
  }
  return shortenText(joinParagraphs(likeliestBody(page), known), MAX_LENGTH);
}

function statedBody({ data }: Page): readonly string[] {
  const [text = ''] = data.subjects
    .map(({ articleBody }) => articleBody)
    .filter(body => typeof body === 'string');
  return withoutTags(text.slice(0, MAX_LENGTH * 2)).split('\n');
}

const MARK = /(?:^|\s)(?:article|post|entry|story)[_-]{0,2}(?:body|content|text)(?:$|\s)/i;

function markedBody(page: Page): readonly string[] {
  const [byClass] = page.labelledElements(MARK, 1);
  const container = page.querySelectorAll('[itemprop~="articleBody"]')[0] ?? byClass;
  return container === undefined ? [] : new Reading(page, container).paragraphs;
}

/** The share of a paragraph's length that counts for its parent, its grandparent, and so on. */
const SHARES = [1, 0.5, 0.2, 0.15, 0.1];

/** The text of the element that contains most of it most directly. */
function likeliestBody(page: Page): readonly string[] {
  const scores = new Map<Element, number>();
  for (const element of page.querySelectorAll('p').slice(0, MAX_PARAGRAPHS)) {
    const isRead = !page.isPeripheral(element) && !isWithin(element, isHidden);
    const length = isRead ? clean(textOf(element)).length : 0;
    if (length < MIN_PARAGRAPH_LENGTH) continue;
    let holder = element.parentElement;
    for (const share of SHARES) {
      if (holder !== null) scores.set(holder, (scores.get(holder) ?? 0) + length * share);
      holder = holder?.parentElement ?? null;
    }
  }
  const [best] = [...scores].sort((one, other) => other[1] - one[1]);
  return best === undefined ? [] : new Reading(page, best[0]).paragraphs;
}

function joinParagraphs(paragraphs: readonly string[], known: Known): string {
  return withoutPreface(
    paragraphs
      .map(clean)
      .filter(text => text !== '')
      .slice(0, MAX_PARAGRAPHS),
    known,
  ).join('\n\n');
}

const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|tt|u|var)$/;
const SKIPPED = /^(?:button|figure|header|iframe|noscript|script|select|style|svg|table|template)$/;

/** A note that points readers to another page. */
function isHatnote(element: Element): boolean {
  return (
    element.getAttribute('role') === 'note' || /(?:^|\s)(?:hatnote|dablink)(?:$|\s)/i.test(labelOf(element))
  );
}

/** Reads an element's text. Everything but inline markup, and an empty line, ends a paragraph. */
class Reading {
  readonly paragraphs: string[] = [];
  readonly #page: Page;
  #run = '';

  constructor(page: Page, element: Element) {
    this.#page = page;
    this.#read(element);
    this.#end();
  }

  #read(element: Element): void {
    for (const child of childNodes(element)) {
      if (child.nodeType === 3) this.#run += child.data.replace(/\s+/g, ' ');
      else if (child.localName === 'br') this.#run += '\n';
      else if (isHidden(child) || isHatnote(child)) continue;
      else if (INLINE.test(child.localName)) this.#read(child);
      else if (!SKIPPED.test(child.localName) && !this.#page.isPeripheral(child)) this.#readBlock(child);
    }
  }

  #readBlock(element: Element): void {
    this.#end();
    this.#read(element);
    this.#end();
  }

  #end(): void {
    this.paragraphs.push(...this.#run.split(/\n\s*\n/));
    this.#run = '';
  }
}
