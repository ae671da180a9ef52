import { displayName, type AuthorRecord } from '../authors/record.ts';
import { utf8Length } from '../core/size.ts';
import { withoutShortcodes } from '../media/expand.ts';
import type { Post } from '../posts/read.ts';
import { textOf } from '../text/html.ts';
import { isPublicTag } from '../text/tag.ts';
import { termsOf } from './terms.ts';

/** What of a post is searched. */
export interface Document {
  /** Most telling first. */
  texts: string[];
  /** The newsroom's own tags: only found by who has a key. */
  inner: string[];
}

/** The post comes with its content. */
export function documentOf(
  { value, content }: Pick<Post, 'value' | 'content'>,
  authors: ReadonlyMap<number, AuthorRecord>,
): Document {
  const { headline, subheadline, tags, roar_author_ids } = value;
  const names = roar_author_ids.flatMap(id => authors.get(id) ?? []).map(displayName);
  const body = textOf(withoutShortcodes(content?.body ?? ''));
  const texts = [headline, subheadline, ...tags.filter(isPublicTag), ...names, body];
  return { texts, inner: tags.filter(tag => !isPublicTag(tag)) };
}

/**
 * In UTF-8 bytes of different words, so that what is noted of a post fits an item: more than any book has, and a bound on what
 * 2 MiB of noise can make the table store.
 */
const MAX_INDEXED = 200_000;

/** A post is found by the newsroom's tags under terms of their own. */
export function innerTerm(term: string): string {
  return `*${term}`;
}

/** The terms under which a post is indexed, the most telling texts' first. */
export function indexedTerms({ texts, inner }: Document, most = MAX_INDEXED): string[] {
  const terms = new Set<string>();
  let size = 0;
  for (const term of allTerms(texts, inner)) {
    if (terms.has(term)) continue;
    size += utf8Length(term) + 1;
    if (size > most) break;
    terms.add(term);
  }
  return [...terms];
}

function* allTerms(texts: readonly string[], inner: readonly string[]): Generator<string> {
  for (const text of inner) for (const term of termsOf(text)) yield innerTerm(term);
  for (const text of texts) yield* termsOf(text);
}
