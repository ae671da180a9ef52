import { structuredData, type StructuredData } from '../jsonld/main.ts';
import { absoluteUrl } from '../text/addresses.ts';
import { parseMarkup } from './parse.ts';
import { Surroundings } from './surroundings.ts';
import { ownText, type Element } from './tree.ts';

/** A parsed page, with look-ups over what extractors ask for again and again. */
export class Page {
  /** Where the page was found. */
  readonly url: string;
  readonly elements: readonly Element[];
  readonly data: StructuredData;
  readonly #base: string;
  readonly #byName = new Map<string, Element[]>();
  readonly #metas = new Map<string, string[]>();
  readonly #byProperty = new Map<string, Element[]>();
  readonly #surroundings: Surroundings;

  constructor(html: string, url: string) {
    this.url = url;
    this.elements = parseMarkup(html);
    for (const element of this.elements) this.#index(element);
    for (const meta of this.named('meta')) this.#addMeta(meta);
    this.#base = absoluteUrl(this.named('base')[0]?.attributes.href, url) ?? url;
    const scripts = this.named('script').filter(script => /\bld\+json/i.test(script.attributes.type ?? ''));
    this.data = structuredData(scripts.map(ownText), url);
    this.#surroundings = new Surroundings([
      ...[this.named('h1'), this.withProperty('headline')].flatMap(first),
      ...[this.named('main'), this.withProperty('articleBody')].flatMap(first),
    ]);
  }

  /** Elements of one name in document order. */
  named(name: string): readonly Element[] {
    return this.#byName.get(name) ?? [];
  }

  /** Elements with this microdata property in document order. */
  withProperty(property: string): readonly Element[] {
    return this.#byProperty.get(property) ?? [];
  }

  /** The contents of all `<meta>` with this name, property or itemprop, in document order. Empty ones are left out. */
  metas(...names: readonly string[]): readonly string[] {
    return names.flatMap(name => this.#metas.get(name) ?? []);
  }

  /** The `<link>`s with this relation. */
  links(relation: RegExp): readonly Element[] {
    return this.named('link').filter(link => relation.test(link.attributes.rel ?? ''));
  }

  /** An absolute http(s) address; undefined for anything else. */
  absolute(address: string | undefined): string | undefined {
    return absoluteUrl(address, this.#base);
  }

  /** Whether an element belongs to what surrounds an article: navigation, teasers of other articles, comments. */
  isPeripheral(element: Element): boolean {
    return this.#surroundings.hold(element);
  }

  #index(element: Element): void {
    append(this.#byName, element.name, element);
    for (const property of wordsOf(element.attributes.itemprop)) append(this.#byProperty, property, element);
  }

  #addMeta({ attributes }: Element): void {
    const content = attributes.content?.trim() ?? '';
    if (content === '') return;
    const names = [attributes.property, attributes.name, attributes.itemprop];
    for (const name of new Set(names.flatMap(text => wordsOf(text?.toLowerCase())))) {
      append(this.#metas, name, content);
    }
  }
}

const first = (elements: readonly Element[]): readonly Element[] => elements.slice(0, 2);

/** The first words of a list in an attribute. */
const wordsOf = (text = ''): string[] => (text === '' ? [] : text.split(/\s+/, 10));

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
