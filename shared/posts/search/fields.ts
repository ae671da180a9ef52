import { displayName, type AuthorRecord } from '../../people/authors/record.ts';
import type { PostRecord } from '../record/record.ts';
import { isPublicTag } from '../../platform/text/tag.ts';

type Authors = ReadonlyMap<number, AuthorRecord>;

interface SearchedField {
  name: keyof PostRecord;
  toTexts: (post: PostRecord, authors: Authors) => readonly string[];
  /** Texts that only callers with a key can search. */
  toNewsroomTexts: (post: PostRecord) => readonly string[];
}

/** The texts are functions of a single field, so that none comes from a field whose edits would not index the post again. */
function field<Name extends keyof PostRecord>(
  name: Name,
  toTexts: (value: PostRecord[Name], authors: Authors) => readonly string[],
  toNewsroomTexts: (value: PostRecord[Name]) => readonly string[] = () => [],
): SearchedField {
  return {
    name,
    toTexts: (post, authors) => toTexts(post[name], authors),
    toNewsroomTexts: post => toNewsroomTexts(post[name]),
  };
}

/**
 * The fields of a record that are searched, by descending relevance; the body follows them (document.ts). An edit of one of them puts an
 * index job (jobs.ts).
 */
export const SEARCHED_FIELDS: readonly SearchedField[] = [
  field('headline', headline => [headline]),
  field('subheadline', subheadline => [subheadline]),
  field(
    'tags',
    tags => tags.filter(isPublicTag),
    tags => tags.filter(tag => !isPublicTag(tag)),
  ),
  field('roar_author_ids', (ids, authors) => ids.flatMap(id => authors.get(id) ?? []).map(displayName)),
];
