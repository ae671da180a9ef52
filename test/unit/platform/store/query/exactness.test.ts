import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runQuery } from '../../../../../shared/platform/store/query/run.ts';
import type { Test, TimelineQuery } from '../../../../../shared/platform/store/query/timeline-query.ts';
import { secondsRange } from '../../../../../shared/platform/store/query/scan-range.ts';
import { makePosts, makeTimelines, bruteForce, makeArchive, makeUpdateOrder } from './archive.ts';
import { useTable } from './table.ts';
import { rounds } from '../../../../support/run/rounds.ts';

const posts = makePosts(1500);
const timelines = makeTimelines(posts);
/** The same timelines, each in two parts: those of even ids, and those of odd ones. */
const PARTS = ['even', 'odd'] as const;
const inPart = (timeline: string, part: string) => `${part} ${timeline}`;
const partOf = (timeline: string) => PARTS.find(part => timeline.startsWith(`${part} `));
const parted = new Map(
  [...timelines].flatMap(([name, held]) =>
    PARTS.map((part, rest): [string, typeof held] => [
      inPart(name, part),
      held.filter(({ id }) => id % PARTS.length === rest),
    ]),
  ),
);
useTable(() => makeArchive(posts, new Map([...timelines, ...parted])));

const names = fc.uniqueArray(fc.constantFrom(...timelines.keys()), { minLength: 1, maxLength: 3 });
const someTs = fc.option(
  fc.integer({ min: 0, max: posts.length - 1 }).map(index => posts[index]!.ts),
  { nil: undefined, freq: 2 },
);
const someModulus = fc.option(fc.integer({ min: 2, max: 40 }), { nil: undefined, freq: 2 });

const queries = fc.record({
  terms: fc.array(names, { minLength: 1, maxLength: 3 }),
  without: fc.oneof(fc.constant([]), names),
  from: someTs,
  to: someTs,
  direction: fc.constantFrom('newest' as const, 'oldest' as const),
  isUpdated: fc.boolean(),
  isParted: fc.boolean(),
  modulus: someModulus,
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 })),
  limit: fc.integer({ min: 1, max: 60 }),
  budget: fc.oneof(fc.constant(5000), fc.integer({ min: 1, max: 600 })),
});

const MAX_PAGES = 12;

/** Follows the cursors for at most twelve pages; `over` says that there are no more. */
async function walk(query: TimelineQuery): Promise<{ ids: number[]; over: boolean }> {
  const ids: number[] = [];
  let { after, offset } = query;
  for (let pages = 1; pages <= MAX_PAGES; pages++) {
    const page = await runQuery({ ...query, after, offset });
    expect(page.matches.length).toBeLessThanOrEqual(query.limit);
    ids.push(...page.matches.map(match => match.id));
    if (page.next === undefined) return { ids, over: true };
    expect(page.next).not.toBe(after);
    [after, offset] = [page.next, page.skip];
  }
  return { ids, over: false };
}

type RandomQuery = typeof queries extends fc.Arbitrary<infer Q> ? Q : never;

/** Queries in which a term that was read ahead became the driver; they once lost entries or did not end. */
const examples: [RandomQuery][] = [
  [
    {
      terms: [['tenth'], ['all']],
      without: [],
      from: undefined,
      to: undefined,
      direction: 'oldest',
      isUpdated: false,
      isParted: false,
      modulus: 2,
      offset: 0,
      limit: 10,
      budget: 176,
    },
  ],
  [
    {
      terms: [
        ['all', 'one'],
        ['gaps', 'other_tenth'],
      ],
      without: ['most'],
      from: posts[400]?.ts,
      to: posts[1300]?.ts,
      direction: 'newest',
      isUpdated: false,
      isParted: false,
      modulus: 23,
      offset: 0,
      limit: 37,
      budget: 5000,
    },
  ],
];

it('runQuery() finds the same posts as a look at every post, page by page, with any budget', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async ({ from, to, isUpdated, isParted, modulus, ...given }) => {
      const isWanted = (id: number) => modulus === undefined || id % modulus === 0;
      // Tests no more matches than necessary.
      const look: Test = (matches, enough) => {
        let found = 0;
        return Promise.resolve(matches.map(({ id }) => found < enough && isWanted(id) && ++found > 0));
      };
      const test = modulus === undefined ? undefined : look;
      const query: TimelineQuery = {
        ...given,
        range: secondsRange(from, to),
        secondaryOrder: isUpdated ? makeUpdateOrder(posts) : undefined,
        test,
        after: undefined,
        consistent: true,
      };
      const expected = bruteForce(posts, timelines, query, isWanted);
      const split = (names: readonly string[]) =>
        names.flatMap(name => PARTS.map(part => inPart(name, part)));
      const asked = isParted ? { ...query, terms: query.terms.map(split), partOf } : query;
      const { ids, over } = await walk(asked);
      const end = over ? undefined : given.offset + ids.length;
      expect(ids).toEqual(expected.slice(given.offset, end));
    }),
    { numRuns: rounds(15, 100), examples },
  );
});
