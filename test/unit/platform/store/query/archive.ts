import { makePosition, type Position } from '../../../../../shared/platform/values/position.ts';
import type {
  SecondaryOrder,
  TimelineQuery,
} from '../../../../../shared/platform/store/query/timeline-query.ts';
import { entryKey } from '../../../../../shared/platform/store/timeline.ts';
import { randomFrom } from '../../../../support/values/random.ts';
import type { Planted } from './table.ts';

export interface Post {
  id: number;
  ts: number;
  updatedTs: number;
}

const FIRST_TS = 1_700_000_000;

/** Posts at irregular intervals: sometimes many in one second, and two long silences. */
export function makePosts(count: number): Post[] {
  const draw = randomFrom(count);
  let ts = FIRST_TS;
  return Array.from({ length: count }, (_, index) => {
    if (draw() < 0.7) ts += Math.floor(draw() * 600);
    if (index % Math.ceil(count / 3) === 0) ts += 5_000_000;
    return { id: 1000 + index, ts, updatedTs: ts + Math.floor(draw() ** 4 * 3_000_000) };
  });
}

/** The posts of each timeline: dense and rare ones, disjoint halves, alternating runs, a single second, none. */
export function makeTimelines(posts: readonly Post[]): Map<string, Post[]> {
  const draw = randomFrom(7);
  const share = (part: number) => posts.filter(() => draw() < part);
  const half = posts.length / 2;
  const busiest = posts[Math.floor(half)]!.ts;
  const timelines: Record<string, Post[]> = {
    all: [...posts],
    most: share(0.9),
    half: share(0.5),
    tenth: share(0.1),
    other_tenth: share(0.1),
    hundredth: share(0.01),
    other_hundredth: share(0.01),
    early: posts.slice(0, half),
    late: posts.slice(half),
    stripes: posts.filter((_, index) => Math.floor(index / 150) % 2 === 0),
    gaps: posts.filter((_, index) => Math.floor(index / 150) % 2 === 1),
    second: posts.filter(post => post.ts === busiest),
    one: posts.slice(3, 4),
    none: [],
  };
  return new Map(Object.entries(timelines));
}

function updatedKey(post: Post): Planted {
  return {
    pk: 'T#updated',
    sk: `${makePosition(post.updatedTs, post.id)}#${makePosition(post.ts, post.id).slice(0, 12)}`,
  };
}

/** The entries of all timelines. */
export function plantEntries(timelines: Iterable<[string, readonly Post[]]>): Planted[] {
  return [...timelines].flatMap(([timeline, held]) =>
    held.map(({ ts, id }): Planted => ({ ...entryKey({ timeline, ts, id }) })),
  );
}

/** The entries of all timelines, and of one in the order of last updates. */
export function makeArchive(posts: readonly Post[], timelines: ReadonlyMap<string, Post[]>): Planted[] {
  return [...plantEntries(timelines), ...posts.map(updatedKey)];
}

export function toKey({ ts, id }: Post): Position {
  return makePosition(ts, id);
}

/** The order of last updates. */
export function makeUpdateOrder(posts: readonly Post[]): SecondaryOrder {
  const places = new Map(posts.map(post => [post.id, makePosition(post.updatedTs, post.id)]));
  return {
    timelines: ['updated'],
    places: matches => Promise.resolve(matches.map(({ id }) => places.get(id))),
  };
}

/** The ordered result of a query, computed by looking at every post. */
export function bruteForce(
  posts: readonly Post[],
  timelines: ReadonlyMap<string, Post[]>,
  { terms, without, range, direction, secondaryOrder }: TimelineQuery,
  isWanted: (id: number) => boolean,
): number[] {
  const within = (names: readonly string[]) => new Set(names.flatMap(name => timelines.get(name) ?? []));
  const sets = terms.map(within);
  const excluded = within(without);
  const place = (post: Post) => (secondaryOrder ? makePosition(post.updatedTs, post.id) : toKey(post));
  const found = posts
    .filter(post => sets.every(set => set.has(post)) && !excluded.has(post))
    .filter(post => toKey(post) >= range.low && toKey(post) <= range.high && isWanted(post.id))
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
    .map(post => post.id);
  return direction === 'newest' ? found.reverse() : found;
}
