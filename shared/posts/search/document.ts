import type { AuthorRecord } from '../../people/authors/record.ts';
import { utf8Length } from '../../platform/core/text-length.ts';
import { readBodyText } from '../../library/media/body-text.ts';
import type { Post } from '../record/post.ts';
import { SEARCHED_FIELDS } from './fields.ts';
import { splitTerms } from '../../platform/text/terms.ts';

/** The searchable texts of a post. */
export interface Document {
  /** By descending relevance. */
  texts: string[];
  /** The newsroom's tags, which only callers with a key can search. */
  newsroomTags: string[];
}

/** The post must be read with its content. */
export function toDocument(
  { value, content }: Pick<Post, 'value' | 'content'>,
  authors: ReadonlyMap<number, AuthorRecord>,
): Document {
  const texts = [
    ...SEARCHED_FIELDS.flatMap(({ toTexts }) => toTexts(value, authors)),
    readBodyText(content?.body ?? ''),
  ];
  return { texts, newsroomTags: SEARCHED_FIELDS.flatMap(({ toNewsroomTexts }) => toNewsroomTexts(value)) };
}

/** In UTF-8 bytes of distinct words: more than any book has. A post's note then fits an item, and 2 MiB of noise store no more. */
const MAX_INDEXED = 200_000;

/** The newsroom's tags are indexed under separate terms. */
export function newsroomTerm(term: string): string {
  return `*${term}`;
}

/** The terms of a post, by descending relevance of their texts. */
export function indexedTerms({ texts, newsroomTags }: Document, most = MAX_INDEXED): string[] {
  const terms = new Set<string>();
  let size = 0;
  for (const term of allTerms(texts, newsroomTags)) {
    if (terms.has(term)) continue;
    size += utf8Length(term) + 1;
    if (size > most) break;
    terms.add(term);
  }
  return [...terms];
}

function* allTerms(texts: readonly string[], newsroomTags: readonly string[]): Generator<string> {
  for (const text of newsroomTags) for (const term of splitTerms(text)) yield newsroomTerm(term);
  for (const text of texts) yield* splitTerms(text);
}
