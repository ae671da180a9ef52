import { knownAuthors } from '../authors/read.ts';
import { ANONYMOUS, type Caller } from '../http/caller.ts';
import type { TextSearch } from '../posts/filters/wish.ts';
import type { Post } from '../posts/read.ts';
import { TIMELINE } from '../posts/timelines.ts';
import { documentOf, innerTerm } from './document.ts';
import { parseSearch, type Wanted } from './query.ts';
import { sequenceOf } from './terms.ts';

/** Each term is a timeline to read. Of a longer search the longest terms find candidates, and the text tells the rest. */
const MOST_TERMS = 20;

/** What a search phrase asks of posts; undefined when it holds no word, and so finds nothing. */
export function searchOf(phrase: string, caller: Caller): TextSearch | undefined {
  const wanted = parseSearch(phrase);
  if (wanted.length === 0) return undefined;
  const terms = [...new Set(wanted.flatMap(item => item.terms))].sort((a, b) => b.length - a.length);
  const isOpen = caller === ANONYMOUS;
  const timelines = (term: string) => [
    TIMELINE.term(term),
    ...(isOpen ? [] : [TIMELINE.term(innerTerm(term))]),
  ];
  return {
    terms: terms.slice(0, MOST_TERMS).map(timelines),
    needsText: terms.length > MOST_TERMS || wanted.some(item => !item.isExact),
    holding: posts => holding(posts, wanted, isOpen),
  };
}

async function holding(
  posts: readonly Post[],
  wanted: readonly Wanted[],
  isOpen: boolean,
): Promise<Set<number>> {
  const authors = await knownAuthors([...new Set(posts.flatMap(post => post.value.roar_author_ids))]);
  const found = posts.filter(post => {
    const { texts, inner } = documentOf(post, authors);
    const sequences = [...texts, ...(isOpen ? [] : inner)].map(sequenceOf);
    return wanted.every(({ sequence }) => sequences.some(text => text.includes(sequence)));
  });
  return new Set(found.map(post => post.value.id));
}
