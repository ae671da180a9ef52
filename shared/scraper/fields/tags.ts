import { readTexts } from '../jsonld/values.ts';
import type { Page } from '../markup/page.ts';
import { readText } from '../markup/text.ts';
import { clean } from '../text/clean.ts';
import { markup, meta, type Chain, type Extractor } from './chain.ts';

const MAX_COUNT = 50;
const MAX_LENGTH = 100;

const keywords: Extractor = {
  name: 'JSON-LD keywords',
  from: 'jsonld',
  find: ({ data }) =>
    data.subjects.flatMap(node => readTexts(node.keywords, data.graph)).flatMap(text => text.split(/[,;]/)),
};

function separated(...names: readonly string[]): Extractor {
  return {
    name: names.join(', '),
    from: 'html',
    find: page => page.metas(...names).flatMap(text => text.split(/[,;]/)),
  };
}

const TAGS: Chain = [
  meta('opengraph', 'article:tag', 'og:article:tag', 'video:tag', 'og:video:tag', 'book:tag'),
  keywords,
  markup('rel tag', page =>
    page
      .querySelectorAll('a[rel~="tag" i]')
      .slice(0, MAX_COUNT)
      .map(link => readText(link)),
  ),
  separated('parsely-tags', 'sailthru.tags', 'news_keywords', 'keywords'),
];

/** The tags from all sources, the most specific first, without repetitions (ignoring case). */
export function findTags(page: Page): string[] {
  const tags = new Map<string, string>();
  for (const text of TAGS.flatMap(({ find }) => find(page))) {
    const tag = clean(text ?? '').replace(/^#/, '');
    const key = tag.toLowerCase();
    if (tag !== '' && tag.length <= MAX_LENGTH && !tags.has(key)) tags.set(key, tag);
  }
  return [...tags.values()].slice(0, MAX_COUNT);
}
