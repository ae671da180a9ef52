import { clean, withoutTags } from '../text/clean.ts';
import { isNode, toList, type Graph, type Node } from './graph.ts';

const MAX_NESTING = 4;

/** The texts in a property's value: strings, numbers, and names of objects. */
export function readTexts(value: unknown, graph: Graph, nesting = MAX_NESTING): string[] {
  const resolved = graph.resolve(value);
  if (typeof resolved === 'string' || typeof resolved === 'number') {
    const text = clean(withoutTags(String(resolved)));
    return text === '' ? [] : [text];
  }
  if (nesting === 0) return [];
  if (Array.isArray(resolved)) return resolved.flatMap(item => readTexts(item, graph, nesting - 1));
  return isNode(resolved)
    ? readTexts(
        resolved['@value'] ?? resolved['@list'] ?? resolved.name ?? fullName(resolved),
        graph,
        nesting - 1,
      )
    : [];
}

/** The name of a person who is described in parts. */
function fullName({ givenName, familyName }: Node): string {
  return [givenName, familyName].filter(part => typeof part === 'string').join(' ');
}

/** A picture in structured data. */
export interface Picture {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
}

/** The pictures in a property's value: addresses or image objects. */
export function readPictures(value: unknown, graph: Graph): Picture[] {
  return toList(value)
    .map(item => graph.resolve(item))
    .flatMap(item => {
      if (typeof item === 'string') return [{ url: item }];
      if (!isNode(item)) return [];
      const size = { width: pixels(item.width), height: pixels(item.height) };
      return toList(item.url ?? item.contentUrl ?? item['@id'])
        .filter(url => typeof url === 'string')
        .map(url => ({ url, ...size }));
    });
}

/** Whole pixels from 600, "600", "600px" or a QuantitativeValue; 0 without a value. */
export function pixels(value: unknown): number {
  const bare = isNode(value) ? value.value : value;
  const [digits] = /^\s*\d{1,5}(?=\s*(?:px|\.\d+)?\s*$)/.exec(String(bare)) ?? ['0'];
  return Number(digits);
}
