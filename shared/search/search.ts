import { Authors } from '../authors/record.ts';
import { ANONYMOUS, type Caller } from '../http/caller.ts';
import type { TextLimits, TextMatches, TextSearch } from '../posts/filter.ts';
import { EMPTY_CONTENT } from '../posts/content.ts';
import { unpackContent, type PackedPost } from '../posts/post.ts';
import { TIMELINE } from '../posts/timelines.ts';
import { hasLongBody, readBodySequence } from './body-sequence.ts';
import { toDocument, newsroomTerm } from './document.ts';
import { joinRuns, termsToFind, toSequence } from './terms.ts';
import { fold, splitRuns, segmentWords, type Run } from './words.ts';

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
  // Of texts that are limited, one more may exceed the limit, not eight.
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

/** One word or quoted phrase of a search. */
export interface SearchPart {
  /** The text to look for, in the form of toSequence. */
  sequence: string;
  terms: string[];
  /** True when matching all terms implies matching the phrase. */
  isExact: boolean;
}

const QUOTES = /["“”„‟«»「」『』＂]/u;

/** Parses a search into words and quoted phrases, all of which must match. Empty when it has only punctuation. */
export function parseSearch(phrase: string): SearchPart[] {
  const parts = phrase.split(QUOTES);
  const wanted = parts.flatMap((part, index) => {
    // An unclosed quotation mark is ignored.
    const isQuoted = index % 2 === 1 && index < parts.length - 1;
    const runs = [...splitRuns(fold(part))];
    return isQuoted ? wantedPhrase(runs) : runs.flatMap(wantedWords);
  });
  return [...new Map(wanted.map(item => [item.sequence, item])).values()];
}

function wantedPhrase(runs: readonly Run[]): SearchPart[] {
  return runs.length > 0 ? [searchPart(runs)] : [];
}

/** Splits text of a language without spaces into words by the dictionary. */
function wantedWords({ script, text }: Run): SearchPart[] {
  const words = script === 'spaced' ? [text] : segmentWords(text);
  return words.map(word => searchPart([{ script, text: word }]));
}

function searchPart(runs: readonly Run[]): SearchPart {
  const terms = [...new Set(runs.flatMap(termsToFind))];
  return { sequence: joinRuns(runs), terms, isExact: runs.length === 1 && terms.length === 1 };
}
