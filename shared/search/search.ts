import { knownAuthors } from '../authors/read.ts';
import { ANONYMOUS, type Caller } from '../http/caller.ts';
import type { TextSearch } from '../posts/filter.ts';
import { unpackContent, type PackedPost } from '../posts/post.ts';
import { TIMELINE } from '../posts/timelines.ts';
import { documentOf, newsroomTerm } from './document.ts';
import { parseSearch, type SearchPart } from './query.ts';
import { sequenceOf } from './terms.ts';

/** Each term is a timeline to read. Of a longer search the longest terms select candidates, whose texts then decide. */
const MAX_TERMS = 20;

/** Plans a search of posts. @returns undefined when it contains no word, and so matches nothing */
export function planSearch(phrase: string, caller: Caller): TextSearch | undefined {
  const wanted = parseSearch(phrase);
  if (wanted.length === 0) return undefined;
  const terms = [...new Set(wanted.flatMap(item => item.terms))].sort((a, b) => b.length - a.length);
  const isOpen = caller === ANONYMOUS;
  const timelines = (term: string) => [
    TIMELINE.term(term),
    ...(isOpen ? [] : [TIMELINE.term(newsroomTerm(term))]),
  ];
  return {
    terms: terms.slice(0, MAX_TERMS).map(timelines),
    needsText: terms.length > MAX_TERMS || wanted.some(item => !item.isExact),
    findMatching: (posts, enough) => findMatching(posts, enough, { wanted, isOpen }),
  };
}

/** Limits the texts in memory at the same time. */
const MAX_CONCURRENT_UNPACKED = 8;

async function findMatching(
  posts: readonly PackedPost[],
  enough: number,
  { wanted, isOpen }: { wanted: readonly SearchPart[]; isOpen: boolean },
): Promise<Set<number>> {
  const authors = await knownAuthors([...new Set(posts.flatMap(post => post.value.roar_author_ids))]);
  const found = new Set<number>();
  for (let start = 0; start < posts.length && found.size < enough; start += MAX_CONCURRENT_UNPACKED) {
    const some = posts.slice(start, start + MAX_CONCURRENT_UNPACKED);
    await Promise.all(
      some.map(async post => {
        const { texts, newsroomTags } = documentOf(
          { value: post.value, content: await unpackContent(post) },
          authors,
        );
        const sequences = [...texts, ...(isOpen ? [] : newsroomTags)].map(sequenceOf);
        if (wanted.every(({ sequence }) => sequences.some(text => text.includes(sequence))))
          found.add(post.value.id);
      }),
    );
  }
  return found;
}
