import type { InProcess } from './in-process.ts';
import { authorName, sectionUrl, nameTag } from './newsroom.ts';
import { jargon, phrases, vocabulary } from './texts.ts';

/** The bounds of a list (bounds.ts); a list without bounds is only measured. */
export type Bound = 'flat' | 'few trips' | 'budget';

export interface ListRequest {
  name: string;
  path: string;
  bounds: readonly Bound[];
  /** The name of the public list that it may cost hardly more than. */
  like?: string;
}

const API = '/api/1.3';
const MAX_OFFSET = 10_000;
function list(name: string, path: string, ...bounds: Bound[]): ListRequest {
  return {
    name,
    path: `${API}${path}`,
    bounds,
  };
}

function search(name: string, phrase: string, ...bounds: Bound[]): ListRequest {
  return list(name, `/posts/search?phrase=${encodeURIComponent(phrase)}`, ...bounds);
}

/** The editors' search over posts in any state that a public one is compared with, of as many posts. */
function searchAll(name: string, phrase: string): ListRequest {
  return {
    ...list(`any state: ${name}`, `/editor/posts?limit=10&q=${encodeURIComponent(phrase)}`),
    like: name,
  };
}

function word(rank: number): string {
  return vocabulary[rank] ?? '';
}

/** The word that nearly every post of a subject has, and no other post. */
function subjectWord(subject: number): string {
  return jargon[subject]?.[0] ?? '';
}

function tag(rank: number): string {
  return encodeURIComponent(nameTag(rank));
}

const SEARCHES: readonly { name: string; phrase: string; bounds: readonly Bound[] }[] = [
  { name: 'one word', phrase: word(1000), bounds: ['flat'] },
  { name: 'two words', phrase: `${word(300)} ${word(500)}`, bounds: ['flat', 'few trips'] },
  {
    name: 'two words of one subject',
    phrase: `${jargon[2]?.[3] ?? ''} ${jargon[2]?.[5] ?? ''}`,
    bounds: ['few trips'],
  },
  { name: 'a common and a rare word', phrase: `${word(100)} ${word(8000)}`, bounds: ['few trips'] },
  {
    name: 'two words that never meet',
    phrase: `${subjectWord(0)} ${subjectWord(1)}`,
    bounds: ['few trips', 'budget'],
  },
  { name: 'quoted phrase', phrase: `"${phrases[8] ?? ''}"`, bounds: ['flat'] },
  { name: 'quoted phrase that is nowhere', phrase: `"${word(200)} ${word(230)}"`, bounds: ['budget'] },
];

/** The lists as clients request them: ten posts with their bodies. */
export const LISTS: readonly ListRequest[] = [
  list('newest', '/posts', 'flat'),
  list('of a section', `/posts/section?section_name=${sectionUrl(1)}`, 'flat'),
  list('with a tag', `/posts/tag?tag=${tag(10)}`, 'flat'),
  list('by an author', `/posts/author?author_name=${authorName(3)}`, 'flat'),
  list('of a type', '/posts?type=video', 'flat'),
  list('last updated', '/posts?order=updated', 'flat'),
  list('front page', '/posts/frontpage', 'flat'),
  list('most viewed', '/posts/page_views?period=24'),
  list('a section and one of two tags', `/posts?sections=${sectionUrl(1)}&tags=${tag(1)},${tag(3)}`, 'flat'),
  list('all but a section', `/posts?exclude_sections=${sectionUrl(0)}`, 'flat'),
  list('all but private posts', '/posts?exclude_private=1', 'flat'),
  ...SEARCHES.map(({ name, phrase, bounds }) => search(name, phrase, ...bounds)),
  list('any state: newest', '/editor/posts?limit=10', 'flat', 'few trips'),
  ...SEARCHES.map(({ name, phrase }) => searchAll(name, phrase)),
  list('offset 10000', '/posts?offset=10000'),
];

/** The list after `depth` posts, by cursor. */
export async function deepList(service: InProcess, depth: number): Promise<ListRequest> {
  let cursor = '';
  for (let left = depth; left > 0; left -= MAX_OFFSET) {
    const offset = Math.min(left, MAX_OFFSET) - 1;
    const page = `${API}/posts?limit=1&include_fields=id&offset=${offset}${cursor}`;
    const { next } = await service.send('GET', page);
    if (next === undefined) throw new Error(`There are no ${depth} posts`);
    cursor = `&cursor=${new URL(next, 'http://localhost').searchParams.get('cursor') ?? ''}`;
  }
  return list('cursor in the middle', `/posts?limit=10${cursor}`, 'flat');
}
