import { Authors } from '../../people/authors/record.ts';
import { ANONYMOUS, type Caller } from '../../platform/http/caller.ts';
import type { TextLimits, TextMatches, TextSearch } from '../record/filter.ts';
import { EMPTY_CONTENT } from '../record/content.ts';
import { unpackContent, type PackedPost } from '../record/post.ts';
import { hasLongBody, readBodySequence } from './body-sequence.ts';
import { toDocument, newsroomTerm } from './document.ts';
import { PUBLISHED, type TermIndex } from './note.ts';
import { toSequence } from '../../platform/text/terms.ts';
import { parseSearch, type SearchPart } from '../../platform/text/search-parts.ts';

/** Each term is a timeline to read. Of a longer search the longest terms select candidates, whose texts then decide. */
const MAX_TERMS = 20;

/**
 * Plans a search of posts. `indexes`: those that are searched, of which public searches read only the first one.
 * @returns undefined when it contains no word, and so matches nothing
 */
export function planSearch(
  phrase: string,
  caller: Caller,
  indexes: readonly Pick<TermIndex, 'toTimeline'>[] = [PUBLISHED],
): TextSearch | undefined {
  const wanted = parseSearch(phrase);
  if (wanted.length === 0) return undefined;
  const terms = [...new Set(wanted.flatMap(item => item.terms))].sort((a, b) => b.length - a.length);
  const isOpen = caller === ANONYMOUS;
  const timelines = (term: string) =>
    indexes.flatMap(({ toTimeline }) => [
      toTimeline(term),
      ...(isOpen ? [] : [toTimeline(newsroomTerm(term))]),
    ]);
  return {
    terms: terms.slice(0, MAX_TERMS).map(timelines),
    needsText: terms.length > MAX_TERMS || wanted.some(item => !item.isExact),
    maxBytes: isOpen ? MAX_KEYLESS_BYTES : Infinity,
    findMatching: (posts, limits) => findMatching(posts, limits, { wanted, isOpen }),
  };
}

/** Limits the texts in memory at the same time. */
const MAX_CONCURRENT_UNPACKED = 8;
/** Some hundred articles, within the processor time of a request without a key. The page ends where they end. */
const MAX_KEYLESS_BYTES = 300_000;

async function findMatching(
  posts: readonly PackedPost[],
  { enough, maxBytes }: TextLimits,
  { wanted, isOpen }: { wanted: readonly SearchPart[]; isOpen: boolean },
): Promise<TextMatches> {
  const authors = await Authors.known([...new Set(posts.flatMap(post => post.value.roar_author_ids))]);
  const found = new Set<number>();
  // With a limit, texts are read one by one, so that the last one exceeds it, not the last eight.
  const step = isOpen ? 1 : MAX_CONCURRENT_UNPACKED;
  let [count, bytes] = [0, 0];
  while (count < posts.length && found.size < enough && (bytes < maxBytes || count === 0)) {
    const some = posts.slice(count, count + step);
    count += some.length;
    await Promise.all(
      some.map(async post => {
        const isLong = hasLongBody(post);
        const content = isLong ? EMPTY_CONTENT : await unpackContent(post);
        const { texts, newsroomTags } = toDocument({ value: post.value, content }, authors);
        const sequences = [...texts, ...(isOpen ? [] : newsroomTags)].map(toSequence);
        if (isLong) sequences.push(await readBodySequence(post));
        bytes += isLong ? (sequences.at(-1) ?? '').length : content.body.length;
        if (wanted.every(({ sequence }) => sequences.some(text => text.includes(sequence))))
          found.add(post.value.id);
      }),
    );
  }
  return { found, bytes, count };
}
