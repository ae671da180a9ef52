import { readTexts } from '../jsonld/values.ts';
import { microdata } from '../markup/microdata.ts';
import type { Page } from '../markup/page.ts';

/** The source of a value in a page; a result's `parser`. */
export type Source = 'jsonld' | 'opengraph' | 'twitter' | 'html' | 'oembed';

/** One way to find a field, with its values by preference. */
export interface Extractor {
  readonly name: string;
  readonly from: Source;
  readonly find: (page: Page) => readonly (string | null | undefined)[];
}

/** Ways to find a field, by trust. */
export type Chain = readonly Extractor[];

/** A field's value and its source. */
export interface Found {
  readonly value: string;
  readonly from: Source;
}

/** The first value that `accept` doesn't reject; `accept` may also clean it. */
export function findFirst(
  page: Page,
  chain: Chain,
  accept: (text: string) => string | undefined,
): Found | undefined {
  for (const { from, find } of chain) {
    for (const text of find(page)) {
      const value = accept(text ?? '');
      if (value !== undefined && value !== '') return { value, from };
    }
  }
  return undefined;
}

/** Reads `<meta>` elements, in the order of the names. */
export function meta(from: Source, ...names: readonly string[]): Extractor {
  return {
    name: names.join(', '),
    from,
    find: page => page.metas(...names),
  };
}

/** Reads a property of the JSON-LD objects that the page is about. */
export function structured(...properties: readonly string[]): Extractor {
  return {
    name: `JSON-LD ${properties.join(', ')}`,
    from: 'jsonld',
    find: ({ data }) =>
      properties.flatMap(property => data.subjects.flatMap(node => readTexts(node[property], data.graph))),
  };
}

/** Reads a microdata property. */
export function itemProperty(property: string): Extractor {
  return {
    name: `itemprop ${property}`,
    from: 'html',
    find: page => microdata(page, property),
  };
}

/** Reads the markup with a function of its own. */
export function markup(name: string, find: Extractor['find']): Extractor {
  return { name, from: 'html', find };
}
