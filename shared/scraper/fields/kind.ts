import { typesOf } from '../jsonld/graph.ts';
import type { Page } from '../markup/page.ts';

/** Kinds of scraped addresses. */
export const KINDS = [
  'article',
  'audio',
  'image',
  'link',
  'post',
  'product',
  'profile',
  'recipe',
  'video',
  'website',
] as const;

export type Kind = (typeof KINDS)[number];

/** Matched against JSON-LD types in lower case, then og:type. */
const MARKS: readonly (readonly [RegExp, Kind])[] = [
  [/recipe/, 'recipe'],
  [/article|posting|report|^review$|book/, 'article'],
  [/video|movie|tvseries/, 'video'],
  [/audio|music|podcast|song|^episode$/, 'audio'],
  [/product/, 'product'],
  [/profile|person/, 'profile'],
  [/image|photo/, 'image'],
  [/website|home|collection/, 'website'],
];

/** The page's stated kind. A page that states none is an article when it has running text. */
export function kindOf(page: Page, body: string): Kind {
  const types = [
    ...page.data.subjects.flatMap(typesOf),
    ...page.metas('og:type').map(type => type.toLowerCase()),
  ];
  for (const type of types) {
    const kind = MARKS.find(([mark]) => mark.test(type))?.[1];
    if (kind !== undefined) return kind;
  }
  return body === '' ? 'website' : 'article';
}
