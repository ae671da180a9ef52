import { describe, expect, it } from 'vitest';
import { runQuery } from '../../../../../shared/platform/store/query/run.ts';
import { secondsRange } from '../../../../../shared/platform/store/query/scan-range.ts';
import type {
  Matches,
  SecondaryOrder,
  TimelineQuery,
} from '../../../../../shared/platform/store/query/timeline-query.ts';
import { makeArchive, bruteForce, makePosts, makeTimelines, makeUpdateOrder } from './archive.ts';
import { makeQuery } from './queries.ts';
import { useTable } from './table.ts';

const posts = makePosts(400);
const timelines = makeTimelines(posts);
const calls = useTable(() => makeArchive(posts, timelines), 1000);

/** Follows the cursors to the end of the list. */
async function walk(query: TimelineQuery): Promise<Matches[]> {
  const pages: Matches[] = [];
  let { after, offset } = query;
  do {
    const page = await runQuery({ ...query, after, offset });
    pages.push(page);
    [after, offset] = [page.next, page.skip];
  } while (after !== undefined && pages.length < 100);
  return pages;
}

const middle = secondsRange(posts[100]!.ts, posts[300]!.ts);
const isEven = (id: number) => id % 2 === 0;
const isRare = (id: number) => id % 50 === 0;

const isDeleted = (id: number) => id === timelines.get('tenth')![5]!.id;

/** The order of last updates, in which some posts have no place any more. */
function withoutPlace(isGone: (id: number) => boolean): SecondaryOrder {
  const order = makeUpdateOrder(posts);
  return {
    ...order,
    places: async matches =>
      (await order.places(matches)).map((place, index) => (isGone(matches[index]!.id) ? undefined : place)),
  };
}

function makeTest(isWanted: (id: number) => boolean): Partial<TimelineQuery> {
  return { test: matches => Promise.resolve(matches.map(({ id }) => isWanted(id))) };
}

interface Case {
  query: Partial<TimelineQuery>;
  /** What the query's test looks for. */
  isWanted?: (id: number) => boolean;
  /** The pages of the whole list, the round trips of all pages, and the entries that they examine. */
  cost: [pages: number, rounds: number, examined: number];
}

const QUERIES: Record<string, Case> = {
  'one timeline': { query: { limit: 60, offset: 15 }, cost: [7, 7, 406] },
  'one timeline in full pages': { query: { limit: 200 }, cost: [2, 2, 401] },
  'one timeline in a period, oldest first': {
    query: { direction: 'oldest', range: middle, limit: 50 },
    cost: [5, 5, 205],
  },
  'a union': { query: { terms: [['half', 'tenth', 'stripes']], limit: 45 }, cost: [8, 8, 762] },
  'two dense timelines': { query: { terms: [['most'], ['half']], limit: 30 }, cost: [6, 6, 1009] },
  'a dense and a rare timeline': {
    query: { terms: [['all'], ['tenth']], direction: 'oldest' },
    cost: [3, 7, 438],
  },
  'two rare timelines': { query: { terms: [['tenth'], ['other_tenth']], limit: 2 }, cost: [1, 1, 72] },
  'timelines that alternate': {
    query: { terms: [['stripes'], ['half']], limit: 25, offset: 30 },
    cost: [4, 6, 720],
  },
  'timelines without a common entry': { query: { terms: [['early'], ['late']] }, cost: [1, 4, 400] },
  'three terms of unions': {
    query: {
      terms: [['half', 'tenth'], ['stripes', 'other_tenth'], ['most']],
      limit: 20,
      direction: 'oldest',
    },
    cost: [6, 7, 1874],
  },
  'an excluded timeline': {
    query: { terms: [['half']], without: ['stripes'], limit: 20 },
    cost: [4, 7, 885],
  },
  'excluded timelines in a period': {
    query: { terms: [['all'], ['most']], without: ['half', 'tenth'], range: middle, limit: 15 },
    cost: [6, 6, 1295],
  },
  'a small budget': {
    query: { terms: [['half'], ['most']], budget: 40, limit: 12, offset: 5 },
    cost: [17, 38, 762],
  },
  'a tested timeline': { query: { ...makeTest(isEven), limit: 40 }, isWanted: isEven, cost: [5, 10, 1144] },
  'a rare match of a test': {
    query: { ...makeTest(isRare), limit: 3, budget: 120 },
    isWanted: isRare,
    cost: [8, 32, 912],
  },
  'tested timelines': {
    query: { terms: [['most'], ['half']], ...makeTest(isEven), limit: 15, direction: 'oldest' },
    isWanted: isEven,
    cost: [6, 6, 1245],
  },
  'all timelines in another order': {
    query: { secondaryOrder: makeUpdateOrder(posts), limit: 40, terms: [] },
    cost: [10, 10, 409],
  },
  'a rare timeline in another order': {
    query: { terms: [['tenth']], secondaryOrder: makeUpdateOrder(posts), limit: 7 },
    cost: [5, 5, 1299],
  },
  'dense timelines in another order': {
    query: {
      terms: [['most'], ['half']],
      secondaryOrder: makeUpdateOrder(posts),
      limit: 30,
      direction: 'oldest',
    },
    cost: [6, 9, 5302],
  },
  'an exclusion in another order, in a period': {
    query: {
      terms: [['most']],
      without: ['half'],
      range: middle,
      secondaryOrder: makeUpdateOrder(posts),
      limit: 9,
    },
    cost: [11, 11, 7099],
  },
  'dense timelines along another order': {
    query: { terms: [['all'], ['most']], secondaryOrder: makeUpdateOrder(posts), limit: 60 },
    cost: [6, 9, 5261],
  },
  'a timeline in another order that a post has left': {
    query: { terms: [['tenth']], secondaryOrder: withoutPlace(isDeleted), limit: 7 },
    isWanted: id => !isDeleted(id),
    cost: [5, 5, 1282],
  },
  'rare matches with a small budget': {
    query: { terms: [['most'], ['tenth'], ['half']], budget: 200, limit: 4, direction: 'oldest' },
    cost: [2, 6, 179],
  },
  'disjoint timelines with a small budget': {
    query: { terms: [['stripes'], ['gaps', 'one']], budget: 300, limit: 5, direction: 'oldest' },
    cost: [1, 3, 200],
  },
  'dense timelines with a dense exclusion': {
    query: { terms: [['all'], ['half']], without: ['most'], budget: 320, limit: 6 },
    cost: [5, 14, 1241],
  },
  'many rare terms': {
    query: {
      terms: [['all'], ['half'], ['stripes', 'tenth']],
      without: ['other_tenth'],
      budget: 400,
      limit: 90,
    },
    cost: [3, 10, 912],
  },
  'an exclusion, oldest first': {
    query: { terms: [['most']], without: ['half'], budget: 240, limit: 60, direction: 'oldest' },
    cost: [4, 10, 708],
  },
};

describe('the pages of a query', () => {
  it.each(Object.entries(QUERIES))(
    'contain all matches of %s, each once and in order',
    async (_name, { query, isWanted, cost }) => {
      const whole = makeQuery(query);
      const expected = bruteForce(posts, timelines, whole, isWanted ?? (() => true));
      const pages = await walk(whole);
      expect(pages.flatMap(({ matches }) => matches.map(({ id }) => id))).toEqual(
        expected.slice(whole.offset),
      );
      for (const { matches } of pages) expect(matches.length).toBeLessThanOrEqual(whole.limit);
      const total = (count: (page: Matches) => number) => pages.reduce((sum, page) => sum + count(page), 0);
      const rounds = total(page => page.rounds);
      expect([pages.length, rounds, total(page => page.examined)]).toEqual(cost);
      expect(new Set(calls.consistent)).toEqual(new Set([true]));
    },
  );
});
