import { structuredData, type StructuredData } from '../jsonld/main.ts';
import { absoluteUrl } from '../text/addresses.ts';
import { clean } from '../text/clean.ts';
import { Elements, type Element } from './dom.ts';
import { parseMarkup } from './parse.ts';
import { Periphery } from './periphery.ts';
import { Sizes } from './size.ts';
import { readLabel, ownText, readText } from './text.ts';

/** Extractors need no more elements of a kind, and inspecting them takes time. */
const MAX_ELEMENTS = 20;

/** A shorter part of a title may be the site's name. */
const MIN_TITLE_PART = 20;

const CANONICAL = /(?:^|\s)canonical(?:$|\s)/i;

/** A parsed page with cached look-ups. */
export class Page {
  /** The address that the page was fetched from. */
  readonly url: string;
  readonly data: StructuredData;
  readonly root: Element;
  readonly #elements: Elements;
  readonly #base: string;
  readonly #selected = new Map<string, readonly Element[]>();
  readonly #metas = new Map<string, string[]>();
  readonly #periphery: Periphery;
  #sizes: Sizes | undefined;
  #titles: readonly string[] | undefined;

  constructor(html: string, url: string) {
    this.url = url;
    this.root = parseMarkup(html);
    this.#elements = new Elements(this.root);
    for (const meta of this.querySelectorAll('meta[content], meta[value]')) this.#addMeta(meta);
    this.#base = absoluteUrl(this.root.querySelector('base[href]')?.getAttribute('href'), url) ?? url;
    const scripts = this.querySelectorAll('script[type*="ld+json" i]');
    const canonical = this.canonicalLinks.flatMap(link => this.absolute(link.getAttribute('href')) ?? []);
    this.data = structuredData(scripts.map(ownText), [...canonical.slice(0, 1), url]);
    this.#periphery = new Periphery(
      ['h1', '[itemprop~="headline"]', 'main', '[itemprop~="articleBody"]'].flatMap(selector =>
        this.querySelectorAll(selector).slice(0, 2),
      ),
    );
  }

  /** The matching elements in document order. Caches each selector, because a page never changes. */
  querySelectorAll(selectors: string): readonly Element[] {
    const known = this.#selected.get(selectors);
    if (known !== undefined) return known;
    const found = this.#elements.select(selectors) ?? this.root.querySelectorAll(selectors);
    this.#selected.set(selectors, found);
    return found;
  }

  /** The first matching elements in the article itself that `accepts` confirms. */
  articleElements(
    selectors: string,
    accepts: (element: Element) => boolean = () => true,
    max = MAX_ELEMENTS,
  ): Element[] {
    const accepted: Element[] = [];
    for (const element of this.querySelectorAll(selectors)) {
      if (accepted.length >= max) break;
      if (accepts(element) && !this.isPeripheral(element)) accepted.push(element);
    }
    return accepted;
  }

  /** The first elements in the article itself with these words in classes or id. */
  labelledElements(words: RegExp, max = MAX_ELEMENTS): Element[] {
    return this.articleElements('[class], [id]', element => words.test(readLabel(element)), max);
  }

  /** The `<title>` elements, without those of SVG pictures. */
  get documentTitles(): readonly Element[] {
    return this.querySelectorAll('title').filter(title => title.parentElement?.localName !== 'svg');
  }

  /** The `<link rel=canonical>` elements. */
  get canonicalLinks(): readonly Element[] {
    return this.links(CANONICAL);
  }

  /** The `<link>` elements with this relation. */
  links(relation: RegExp): readonly Element[] {
    return this.querySelectorAll('link[rel]').filter(link => relation.test(link.getAttribute('rel') ?? ''));
  }

  /** How much text each element contains. */
  get sizes(): Sizes {
    return (this.#sizes ??= new Sizes(this.root));
  }

  /** The elements in `holder` that match and end before `element` begins. */
  elementsBefore(element: Element, holder: Element, selectors: string): Element[] {
    return this.#elements.between(this.querySelectorAll(selectors), holder, element);
  }

  /** Whether an element's text equals the beginning of the page's title, or a longer text a part of it. */
  isTitledLike(element: Element): boolean {
    const text = clean(readText(element)).toLowerCase();
    const isLong = text.length >= MIN_TITLE_PART;
    return (
      text !== '' && this.#ownTitles.some(title => title.startsWith(text) || (isLong && title.includes(text)))
    );
  }

  get #ownTitles(): readonly string[] {
    this.#titles ??= [
      ...this.metas('og:title', 'twitter:title'),
      ...[...this.documentTitles.slice(0, 1), ...this.querySelectorAll('h1')]
        .slice(0, 5)
        .map(title => readText(title)),
    ].map(title => clean(title).toLowerCase());
    return this.#titles;
  }

  /** The contents of all `<meta>` elements with this name, property or itemprop, in document order, without empty ones. */
  metas(...names: readonly string[]): readonly string[] {
    return names.flatMap(name => this.#metas.get(name) ?? []);
  }

  /** Resolves an http(s) address; undefined for anything else. */
  absolute(address: string | null | undefined): string | undefined {
    return absoluteUrl(address, this.#base);
  }

  /** Whether an element is outside the article: in navigation, teasers of other articles, or comments. */
  isPeripheral(element: Element): boolean {
    return this.#periphery.contains(element);
  }

  /** Some pages write a meta element's content into `value`. */
  #addMeta(meta: Element): void {
    const content = (meta.getAttribute('content') ?? meta.getAttribute('value') ?? '').trim();
    if (content === '') return;
    const labels = ['property', 'name', 'itemprop'].map(name => meta.getAttribute(name)?.toLowerCase());
    for (const name of new Set(labels.flatMap(splitWords))) {
      const contents = this.#metas.get(name);
      if (contents === undefined) this.#metas.set(name, [content]);
      else contents.push(content);
    }
  }
}

/** The first words of an attribute with a list. */
function splitWords(text = ''): string[] {
  return text === '' ? [] : text.split(/\s+/, 10);
}
