import { textsOf } from '../jsonld/values.ts';
import { microdata } from '../markup/microdata.ts';
import type { Page } from '../markup/page.ts';

/** What in a page an answer comes from; a result's `parser`. */
export type Source = 'jsonld' | 'opengraph' | 'twitter' | 'html' | 'oembed';

/** One way to find a field: the values it finds, best first. */
export interface Extractor {
  readonly name: string;
  readonly from: Source;
  readonly find: (page: Page) => readonly (string | null | undefined)[];
}

/** Ways to find a field, the most trusted first. */
export type Chain = readonly Extractor[];

/** A field's value and what it came from. */
export interface Found {
  readonly value: string;
  readonly from: Source;
}

/** The first value of the chain that survives `accept`, which tidies it or turns it down. */
export function firstOf(
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

/** From `<meta>` elements, the first name first. */
export function meta(from: Source, ...names: readonly string[]): Extractor {
  return {
    name: names.join(', '),
    from,
    find: page => page.metas(...names),
  };
}

/** From a property of what the page's JSON-LD says it is about. */
export function structured(...properties: readonly string[]): Extractor {
  return {
    name: `JSON-LD ${properties.join(', ')}`,
    from: 'jsonld',
    find: ({ data }) =>
      properties.flatMap(property => data.subjects.flatMap(node => textsOf(node[property], data.graph))),
  };
}

/** From a microdata property. */
export function itemProperty(property: string): Extractor {
  return {
    name: `itemprop ${property}`,
    from: 'html',
    find: page => microdata(page, property),
  };
}

/** From the markup, by a function of its own. */
export function markup(name: string, find: Extractor['find']): Extractor {
  return { name, from: 'html', find };
}
