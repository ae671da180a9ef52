import type { Block, Page } from './blocks.ts';
import { toTerms, type SearchIndex } from '../page/search.ts';

/** Weights of a page's parts: a title or alias that is the query itself comes before one that contains it. */
const WEIGHTS = { title: 8, alias: 10, summary: 4, field: 3, text: 1 };

/** What people type for a page, from its texts. Answers and snippets aren't indexed. */
export function buildIndex(pages: readonly Page[]): SearchIndex {
  const words = new Map<string, Map<number, number>>();
  pages.forEach((page, number) => {
    for (const [text, weight] of listTexts(page)) {
      for (const term of toTerms(text)) {
        const weights = words.get(term) ?? new Map<number, number>();
        words.set(term, weights.set(number, Math.max(weights.get(number) ?? 0, weight)));
      }
    }
  });
  return {
    pages: pages.map(({ path, title, rank }) => [path, title, rank]),
    words: Object.fromEntries(
      [...words].sort(([a], [b]) => (a < b ? -1 : 1)).map(([word, weights]) => [word, [...weights].flat()]),
    ),
  };
}

function listTexts({ title, summary, aliases, blocks }: Page): [string, number][] {
  return [
    [title, withLength(WEIGHTS.title, title)],
    [summary, WEIGHTS.summary],
    ...aliases.map((alias): [string, number] => [alias, withLength(WEIGHTS.alias, alias)]),
    ...blocks.flatMap(textsOf),
  ];
}

/** A word of a short title says more about the page. */
function withLength(weight: number, text: string): number {
  return Math.max(2, weight + 1 - toTerms(text).length);
}

function textsOf(block: Block): [string, number][] {
  if (block.kind === 'text') return [[block.text, WEIGHTS.text]];
  if (block.kind !== 'fields') return [];
  return block.rows.map(({ name }): [string, number] => [
    `${name} ${name.replaceAll('_', ' ')}`,
    WEIGHTS.field,
  ]);
}
