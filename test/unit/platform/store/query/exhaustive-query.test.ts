import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../../../shared/platform/core/errors.ts';
import { makePosition, type Position } from '../../../../../shared/platform/values/position.ts';
import { readCounted } from '../../../../../shared/platform/store/query/counted.ts';
import {
  Allowance,
  findAll,
  type ExhaustiveQuery,
} from '../../../../../shared/platform/store/query/exhaustive-query.ts';
import { secondsRange } from '../../../../../shared/platform/store/query/scan-range.ts';
import { entryKey } from '../../../../../shared/platform/store/timeline.ts';
import { toKey, makePosts, makeTimelines, bruteForce } from './archive.ts';
import { useTable } from './table.ts';
import { rounds } from '../../../../support/run/rounds.ts';

const posts = makePosts(1500);
const timelines = makeTimelines(posts);
const names = [...timelines.keys()];
/** The weight of an entry; entries of some timelines have none. */
function weightIn(timeline: string, id: number): number | undefined {
  return names.indexOf(timeline) % 2 ? (id % 5) + names.indexOf(timeline) : undefined;
}

useTable(() =>
  [...timelines].flatMap(([timeline, held]) =>
    held.map(({ ts, id }) => {
      const weight = weightIn(timeline, id);
      return { ...entryKey({ timeline, ts, id }), ...(weight !== undefined && { weight }) };
    }),
  ),
);

const everywhere = secondsRange(undefined, undefined);
function all(query: Partial<ExhaustiveQuery>, allowance = new Allowance(100_000)) {
  return findAll({ terms: [], range: everywhere, consistent: false, ...query }, allowance);
}

const someTs = fc.option(
  fc.integer({ min: 0, max: posts.length - 1 }).map(index => posts[index]!.ts),
  { nil: undefined, freq: 2 },
);
const ranges = fc.record({ from: someTs, to: someTs }).map(({ from, to }) => secondsRange(from, to));

describe('findAll()', () => {
  it('finds the same entries as a look at every post, with any block size', async () => {
    const term = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
    const queries = fc.record({
      terms: fc.array(term, { minLength: 1, maxLength: 4 }),
      range: ranges,
      block: fc.constantFrom(1, 7, 60, 400, 4000),
    });
    await fc.assert(
      fc.asyncProperty(queries, async query => {
        const ids = bruteForce(posts, timelines, rest(query), () => true);
        const expected = posts.filter(({ id }) => ids.includes(id)).map(toKey);
        const found = await all(query);
        expect([...found.keys()].sort()).toEqual(expected.sort());
      }),
      { numRuns: rounds(15, 80) },
    );
  });

  it('adds up the weights of an entry in all terms', async () => {
    for (const block of [1, 50, 4000]) {
      const terms = [['most'], ['tenth'], ['hundredth']];
      const found = await all({ terms, block });
      const expected = bruteForce(posts, timelines, rest({ terms, range: everywhere }), () => true);
      expect(expected.length).toBeGreaterThan(0);
      expect(found.size).toBe(expected.length);
      for (const id of expected) {
        const { ts } = posts.find(post => post.id === id)!;
        const weights = terms.map(([name = '']) => weightIn(name, id) ?? 0);
        expect(found.get(makePosition(ts, id))).toBe(weights.reduce((sum, weight) => sum + weight, 0));
      }
    }
  });

  it('reads little when one term is small', async () => {
    const allowance = new Allowance(100_000);
    expect((await all({ terms: [['all'], ['one'], ['most']], block: 16 }, allowance)).size).toBeLessThan(2);
    expect(allowance.spent).toBeLessThan(400);
  });

  it('reads at most twice the entries of all terms', async () => {
    const allowance = new Allowance(100_000);
    await all({ terms: [['half'], ['all'], ['most']], block: 10 }, allowance);
    expect(allowance.spent).toBeLessThan(2 * (750 + 1500 + 1350));
  });

  it('refuses a query that exceeds its allowance', async () => {
    await expect(all({ terms: [['all'], ['most']] }, new Allowance(1000))).rejects.toThrow(InvalidInput);
    await expect(all({ terms: [['all'], ['most']] }, new Allowance(1000))).rejects.toThrow(
      'The request would examine more than 1000 entries: narrow it down',
    );
  });

  it('finds nothing in an empty range and reads nothing', async () => {
    const allowance = new Allowance(0);
    expect((await all({ terms: [['all']], range: secondsRange(10, 5) }, allowance)).size).toBe(0);
  });
});

function rest(query: Pick<ExhaustiveQuery, 'terms' | 'range'>) {
  return {
    without: [],
    direction: 'oldest' as const,
    offset: 0,
    limit: 0,
    after: undefined,
    consistent: false,
    ...query,
  };
}

describe('readCounted()', () => {
  it('returns the pages of a look at every post, and the total, by offset and by cursor', async () => {
    const disjoint = [['all'], ['tenth'], ['none'], ['early', 'late'], ['stripes', 'gaps', 'none']];
    const queries = fc.record({
      timelines: fc.constantFrom(...disjoint),
      range: ranges,
      direction: fc.constantFrom('newest' as const, 'oldest' as const),
      offset: fc.integer({ min: 0, max: 300 }),
      limit: fc.integer({ min: 90, max: 900 }),
    });
    await fc.assert(
      fc.asyncProperty(queries, async ({ offset, ...query }) => {
        const { range, direction, timelines: term } = query;
        const expected = bruteForce(
          posts,
          timelines,
          { ...rest({ terms: [term], range }), direction },
          () => true,
        );
        const found: Position[] = [];
        let after: Position | undefined;
        for (let first = true; first || after !== undefined; first = false) {
          const page = await readCounted({ ...query, offset: first ? offset : 0, after, consistent: false });
          expect(await page.count()).toBe(expected.length);
          expect(page.positions.length).toBeLessThanOrEqual(query.limit);
          found.push(...page.positions);
          after = page.next;
        }
        expect(found.map(at => Number(at.slice(13)))).toEqual(expected.slice(offset));
      }),
      { numRuns: rounds(10, 50) },
    );
  });
});
