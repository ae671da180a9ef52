import { BODY_LENGTH, SEARCH_WORDS, WARD_TAGS } from './article.ts';
import type { CellName } from './cells.ts';
import type { Entrant } from './field.ts';
import { press, requireAnswers, type Pressed } from './load.ts';

const CONNECTIONS = 8;

/** A reading load: its cell, and its cell while posts wait for the index. */
interface Read {
  cell: CellName;
  waiting: CellName;
  posts: number;
  /** None when the product has no such request. */
  paths: (entrant: Entrant) => string[];
}

export const READS: readonly Read[] = [
  {
    cell: 'get',
    waiting: 'waitingGet',
    posts: 1,
    paths: ({ requests, ids }) => ids.map(id => requests.get(id)),
  },
  { cell: 'newest', waiting: 'waitingNewest', posts: 10, paths: ({ requests }) => [requests.newest] },
  {
    cell: 'tag',
    waiting: 'waitingTag',
    posts: 10,
    paths: ({ requests }) => WARD_TAGS.map(tag => requests.tagged(tag)),
  },
  {
    cell: 'search',
    waiting: 'waitingSearch',
    posts: 10,
    paths: ({ requests }) => (requests.search ? SEARCH_WORDS.map(requests.search) : []),
  },
];

/** @throws Error when an answer lacks posts or their bodies */
export async function checkAnswer({ posts, paths }: Read, entrant: Entrant): Promise<void> {
  const [path = ''] = paths(entrant);
  const { length } = await entrant.server.text('GET', path);
  if (length < posts * BODY_LENGTH)
    throw new Error(`${path}: ${length} characters cannot be ${posts} posts with their bodies`);
}

/** Requests on eight connections. @throws Error when more than one in a hundred fails */
export async function pressReads({ paths }: Read, entrant: Entrant, seconds: number): Promise<Pressed> {
  const pressed = await press(entrant.server, {
    connections: CONNECTIONS,
    seconds,
    method: 'GET',
    paths: paths(entrant),
  });
  requireAnswers(pressed);
  return pressed;
}
