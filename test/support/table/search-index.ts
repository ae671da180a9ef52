import { expect } from 'vitest';
import { Authors } from '../../../shared/people/authors/record.ts';
import { readPosts } from '../../../shared/posts/record/read.ts';
import { TIMELINE } from '../../../shared/posts/record/timelines.ts';
import { toDocument, indexedTerms } from '../../../shared/posts/search/document.ts';
import { INDEX_AUTHOR, INDEX_POST } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { entryKey } from '../../../shared/platform/store/timeline.ts';
import { waiting } from './outbox.ts';
import { allItems, postsAmong } from './table.ts';

function entry(id: number, ts: number) {
  return (term: string) => {
    const { pk, sk } = entryKey({ timeline: TIMELINE.term(term), ts, id });
    return `${pk}|${sk}`;
  };
}

/** Expects the index to have exactly the words of the posts, and term records only of indexed posts. */
export async function expectExactIndex(): Promise<void> {
  expect(await waiting(INDEX_POST, INDEX_AUTHOR)).toEqual([]);
  const items = await allItems();
  const ids = postsAmong(items).flatMap(({ id, status }) => (status === 'published' ? [id] : []));
  const wanted: string[] = [];
  for (const post of await readPosts(ids, { content: true, consistent: true })) {
    const authors = await Authors.readMany(post.value.roar_author_ids, { consistent: true });
    const terms = indexedTerms(toDocument(post, new Map(authors.map(author => [author.id, author]))));
    wanted.push(...terms.map(entry(post.value.id, post.value.created_ts)));
  }
  const keys = items.map(({ pk, sk }) => `${String(pk)}|${String(sk)}`);
  expect(keys.filter(key => key.startsWith('T#term#')).sort()).toEqual(wanted.sort());
  const notes = items.filter(({ pk }) => String(pk).startsWith('TERMS#'));
  expect(notes.map(({ pk }) => String(pk)).sort()).toEqual(ids.map(id => `TERMS#${id}`).sort());
  expect(notes.filter(({ leased_until }) => leased_until !== 0)).toEqual([]);
}
