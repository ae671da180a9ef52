import { structuredData, type StructuredData } from '../jsonld/main.ts';
import { absoluteUrl } from '../text/addresses.ts';
import { clean } from '../text/clean.ts';
import type { Element } from './dom.ts';
import { parseMarkup } from './parse.ts';
import { Relations } from './surroundings.ts';
import { isWithin, labelOf, ownText, textOf } from './text.ts';

/** Enough elements to choose from, few enough to look at closely. */
const ENOUGH = 20;

const CANONICAL = /(?:^|\s)canonical(?:$|\s)/i;

/** A parsed page, with look-ups over what extractors ask for again and again. */
export class Page {
  /** Where the page was found. */
  readonly url: string;
  readonly data: StructuredData;
  readonly #root: Element;
  readonly #base: string;
  readonly #selected = new Map<string, readonly Element[]>();
  readonly #metas = new Map<string, string[]>();
  readonly #surroundings: Relations;
  #order: Map<Element, number> | undefined;

  constructor(html: string, url: string) {
    this.url = url;
    this.#root = parseMarkup(html);
    for (const meta of this.querySelectorAll('meta[content]')) this.#addMeta(meta);
    this.#base = absoluteUrl(this.#root.querySelector('base[href]')?.getAttribute('href'), url) ?? url;
    const scripts = this.querySelectorAll('script[type*="ld+json" i]');
    const canonical = this.canonicalLinks.flatMap(link => this.absolute(link.getAttribute('href')) ?? []);
    this.data = structuredData(scripts.map(ownText), [...canonical.slice(0, 1), url]);
    this.#surroundings = new Relations(
      ['h1', '[itemprop~="headline"]', 'main', '[itemprop~="articleBody"]'].flatMap(selector =>
        this.querySelectorAll(selector).slice(0, 2),
      ),
    );
  }

  /** The elements that the selector picks, in document order. The page never changes, so each selector is looked for once. */
  querySelectorAll(selectors: string): readonly Element[] {
    const known = this.#selected.get(selectors);
    if (known !== undefined) return known;
    const found = this.#root.querySelectorAll(selectors);
    this.#selected.set(selectors, found);
    return found;
  }

  /** The first elements of the article itself that the selector picks and `accepts` confirms. */
  articleElements(
    selectors: string,
    accepts: (element: Element) => boolean = () => true,
    max = ENOUGH,
  ): Element[] {
    const accepted: Element[] = [];
    for (const element of this.querySelectorAll(selectors)) {
      if (accepted.length >= max) break;
      if (accepts(element) && !this.isPeripheral(element)) accepted.push(element);
    }
    return accepted;
  }

  /** The first elements of the article itself whose classes or id have these words. */
  labelledElements(words: RegExp, max = ENOUGH): Element[] {
    return this.articleElements('[class], [id]', element => words.test(labelOf(element)), max);
  }

  /** What `<link rel=canonical>` says. */
  get canonicalLinks(): readonly Element[] {
    return this.links(CANONICAL);
  }

  /** The `<link>`s with this relation. */
  links(relation: RegExp): readonly Element[] {
    return this.querySelectorAll('link[rel]').filter(link => relation.test(link.getAttribute('rel') ?? ''));
  }

  /** Whether an element begins before another one that it doesn't hold. */
  isBefore(element: Element, other: Element): boolean {
    this.#order ??= new Map(this.querySelectorAll('*').map((found, place) => [found, place]));
    return (
      (this.#order.get(element) ?? 0) < (this.#order.get(other) ?? 0) &&
      !isWithin(other, at => at === element)
    );
  }

  /** Whether an element's text is, or begins, the title that the page gives itself. */
  isTitledLike(element: Element): boolean {
    const text = clean(textOf(element)).toLowerCase();
    const titles = [
      ...this.metas('og:title', 'twitter:title'),
      ...this.querySelectorAll(':not(svg) > title, h1')
        .slice(0, 5)
        .map(title => textOf(title)),
    ];
    return text !== '' && titles.some(title => clean(title).toLowerCase().startsWith(text));
  }

  /** The contents of all `<meta>` with this name, property or itemprop, in document order. Empty ones are left out. */
  metas(...names: readonly string[]): readonly string[] {
    return names.flatMap(name => this.#metas.get(name) ?? []);
  }

  /** An absolute http(s) address; undefined for anything else. */
  absolute(address: string | null | undefined): string | undefined {
    return absoluteUrl(address, this.#base);
  }

  /** Whether an element belongs to what surrounds an article: navigation, teasers of other articles, comments. */
  isPeripheral(element: Element): boolean {
    return this.#surroundings.hold(element);
  }

  #addMeta(meta: Element): void {
    const content = meta.getAttribute('content')?.trim() ?? '';
    if (content === '') return;
    const labels = ['property', 'name', 'itemprop'].map(name => meta.getAttribute(name)?.toLowerCase());
    for (const name of new Set(labels.flatMap(wordsOf))) {
      const contents = this.#metas.get(name);
      if (contents === undefined) this.#metas.set(name, [content]);
      else contents.push(content);
    }
  }
}

/** The first words of a list in an attribute. */
function wordsOf(text = ''): string[] {
  return text === '' ? [] : text.split(/\s+/, 10);
}
