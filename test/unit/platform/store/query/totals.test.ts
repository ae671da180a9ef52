import { describe, expect, it } from 'vitest';
import { makePosition, type Position } from '../../../../../shared/platform/values/position.ts';
import { readCounted, type CountedQuery } from '../../../../../shared/platform/store/query/counted.ts';
import {
  Allowance,
  findAll,
  type ExhaustiveQuery,
} from '../../../../../shared/platform/store/query/exhaustive-query.ts';
import { EVERYWHERE, secondsRange } from '../../../../../shared/platform/store/query/scan-range.ts';
import { entryKey } from '../../../../../shared/platform/store/timeline.ts';
import { bruteForce, toKey, makePosts, makeTimelines } from './archive.ts';
import { useTable } from './table.ts';

const posts = makePosts(400);
const timelines = makeTimelines(posts);

/** The weight of a post in a timeline; entries of some timelines have none. */
function weightIn(timeline: string, id: number): number {
  return ['all', 'half', 'most', 'tenth', 'other_tenth'].indexOf(timeline) * (id % 5);
}

const calls = useTable(
  () =>
    [...timelines].flatMap(([timeline, held]) =>
      held.map(({ ts, id }) => {
        const weight = weightIn(timeline, id);
        return { ...entryKey({ timeline, ts, id }), ...(weight > 0 && { weight }) };
      }),
    ),
  1000,
);

const middle = secondsRange(posts[100]!.ts, posts[300]!.ts);
const nowhere = { low: makePosition(2, 0), high: makePosition(1, 0) };
const plain = { without: [], offset: 0, limit: 0, after: undefined, consistent: true };

interface Sought extends Partial<ExhaustiveQuery> {
  /** The calls of the query, and the entries that it examines. */
  cost: [calls: number, examined: number];
}

const SOUGHT: Record<string, Sought> = {
  'one term': { terms: [['half']], cost: [1, 191] },
  'one term in small blocks': { terms: [['half']], block: 20, cost: [3, 191] },
  'a union': { terms: [['tenth', 'other_tenth', 'tenth']], block: 30, cost: [4, 72] },
  'two dense terms': { terms: [['most'], ['half']], block: 50, cost: [5, 546] },
  'a rare term, whose entries are looked up': {
    terms: [['all'], ['one'], ['most']],
    block: 16,
    cost: [7, 321],
  },
  'one second, whose entries are looked up': {
    terms: [['second'], ['all'], ['half', 'most']],
    block: 20,
    cost: [9, 541],
  },
  'terms of unions': {
    terms: [
      ['tenth', 'other_tenth'],
      ['half', 'most'],
      ['stripes', 'gaps'],
    ],
    block: 10,
    cost: [18, 1018],
  },
  'disjoint terms': { terms: [['early'], ['late']], block: 40, cost: [6, 400] },
  'a term without entries': { terms: [['none'], ['all']], block: 5, cost: [2, 5] },
  'a period': { terms: [['all'], ['tenth']], range: middle, block: 12, cost: [5, 216] },
  'an empty range': { terms: [['all'], ['half']], range: nowhere, cost: [0, 0] },
};

describe('findAll()', () => {
  it.each(Object.entries(SOUGHT))(
    'finds all entries of %s, with their weights',
    async (_name, { cost, ...given }) => {
      const query = { terms: [], range: EVERYWHERE, consistent: true, ...given };
      const expected = bruteForce(posts, timelines, { ...plain, ...query, direction: 'oldest' }, () => true);
      const allowance = new Allowance(100_000);
      const found = await findAll(query, allowance);
      const weights = expected.map((id): [Position, number] => [
        toKey(posts.find(post => post.id === id)!),
        query.terms.reduce((sum, term) => sum + Math.max(0, ...listWeights(term, id)), 0),
      ]);
      expect([...found].sort()).toEqual(weights.sort());
      expect([calls.consistent.length, allowance.spent]).toEqual(cost);
      expect(calls.consistent.every(Boolean)).toBe(true);
    },
  );

  it('refuses a query that examines more entries than it may', async () => {
    const query = { terms: [['half']], range: EVERYWHERE, consistent: false };
    const size = timelines.get('half')!.length;
    expect((await findAll(query, new Allowance(size))).size).toBe(size);
    await expect(findAll(query, new Allowance(size - 1))).rejects.toThrow(
      `The request would examine more than ${size - 1} entries: narrow it down`,
    );
  });
});

function listWeights(term: readonly string[], id: number): number[] {
  const holds = (name: string) => timelines.get(name)!.some(post => post.id === id);
  return term.filter(holds).map(name => weightIn(name, id));
}

interface Counted extends Partial<CountedQuery> {
  timelines: string[];
  /** The calls of all pages with their totals. */
  cost: number;
}

const COUNTED: Record<string, Counted> = {
  'one timeline': { timelines: ['all'], limit: 90, offset: 30, cost: 10 },
  'two timelines, oldest first': {
    timelines: ['stripes', 'gaps'],
    direction: 'oldest',
    limit: 100,
    cost: 16,
  },
  'a period': { timelines: ['early', 'late'], range: middle, limit: 60, offset: 10, cost: 16 },
  'a page with all entries': { timelines: ['tenth', 'none'], limit: 100, cost: 2 },
  'exactly one page': { timelines: ['all'], limit: 400, cost: 1 },
  'an offset behind the end': { timelines: ['one'], offset: 5, cost: 1 },
  'an empty range': { timelines: ['all'], range: nowhere, cost: 0 },
};

describe('readCounted()', () => {
  it.each(Object.entries(COUNTED))(
    'returns the pages and the total of %s',
    async (_name, { cost, ...given }) => {
      const query: CountedQuery = { ...plain, range: EVERYWHERE, direction: 'newest', limit: 10, ...given };
      const expected = bruteForce(
        posts,
        timelines,
        { ...query, ...plain, terms: [given.timelines] },
        () => true,
      );
      const found: number[] = [];
      let { after, offset } = query;
      do {
        const page = await readCounted({ ...query, after, offset });
        expect(await page.count()).toBe(expected.length);
        expect(page.positions.length).toBeLessThanOrEqual(query.limit);
        found.push(...page.positions.map(at => Number(at.slice(13))));
        [after, offset] = [page.next, 0];
      } while (after !== undefined);
      expect(found).toEqual(expected.slice(query.offset));
      expect(calls.consistent.length).toBe(cost);
      expect(calls.consistent.every(Boolean)).toBe(true);
    },
  );
});
