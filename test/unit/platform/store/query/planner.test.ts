import { describe, expect, it } from 'vitest';
import { makePosition } from '../../../../../shared/platform/values/position.ts';
import { runQuery } from '../../../../../shared/platform/store/query/run.ts';
import type { TimelineQuery } from '../../../../../shared/platform/store/query/timeline-query.ts';
import { randomFrom } from '../../../../support/values/random.ts';
import { plantEntries, makePosts } from './archive.ts';
import { makeQuery, useDebugLog } from './queries.ts';
import { useTable } from './table.ts';

/** A hundred thousand posts; each timeline holds a share of them. */
const posts = makePosts(100_000);
const draw = randomFrom(11);
function share(part: number) {
  return posts.filter(() => draw() < part);
}

const timelines = {
  third: share(0.3),
  tenth: share(0.1),
  other_tenth: share(0.1),
  hundredth: share(0.01),
  other_hundredth: share(0.01),
  rare: share(0.0005),
  early: posts.slice(20_000, 24_000),
  late: posts.slice(70_000, 74_000),
};
/** Entries of two parts: each post is in one of them. */
const parts = ['even', 'odd'].flatMap((part, rest): [string, typeof posts][] => {
  const own = posts.filter(({ id }) => id % 2 === rest);
  return [
    [`${part} rare`, own.filter(() => draw() < 0.002)],
    [`${part} common`, own.filter(() => draw() < 0.3)],
  ];
});

useTable(() => plantEntries([...Object.entries(timelines), ...parts]));

function query(terms: string[][], more: Partial<TimelineQuery> = {}) {
  return runQuery(makeQuery({ terms, ...more }));
}

describe('the reads of a query', () => {
  it('reads one page and one more entry of a single timeline, in one round trip', async () => {
    expect(await query([['third']])).toMatchObject({ examined: 11, rounds: 1 });
    expect(await query([['third']], { offset: 10_000 })).toMatchObject({ examined: 10_011, rounds: 1 });
  });

  it('reads one block of each timeline of a union, in one round trip', async () => {
    expect(await query([['third', 'tenth', 'rare']])).toMatchObject({ examined: 33, rounds: 1 });
  });

  it.each([
    ['third', 'tenth'],
    ['third', 'hundredth'],
    ['third', 'rare'],
    ['tenth', 'other_tenth'],
    ['tenth', 'hundredth'],
    ['hundredth', 'other_hundredth'],
    ['hundredth', 'rare'],
  ])('takes few round trips for %s and %s of 100,000 posts', async (one, other) => {
    const found = await query([[one], [other]]);
    expect(found.rounds).toBeLessThanOrEqual(5);
    expect(found.examined).toBeLessThanOrEqual(5000);
    expect(found.next === undefined || found.matches.length === 10).toBe(true);
  });

  it('skip ranges that the other timeline does not contain', async () => {
    const found = await query([['early'], ['late']]);
    expect(found).toMatchObject({ matches: [], next: undefined });
    expect(found.rounds).toBeLessThanOrEqual(2);
    expect(found.examined).toBeLessThanOrEqual(500);
  });

  it('need one round trip when a rare timeline is excluded', async () => {
    expect(await query([['third']], { without: ['rare'] })).toMatchObject({ rounds: 1 });
  });

  it('leave out the timelines of the other part when each entry is in one of two parts', async () => {
    const terms = [
      ['even rare', 'odd rare'],
      ['even common', 'odd common'],
    ];
    const partOf = (timeline: string) => timeline.split(' ')[0];
    const [apart, together] = [await query(terms, { partOf }), await query(terms)];
    expect(apart.matches).toEqual(together.matches);
    expect(apart.matches).toHaveLength(10);
    // Apart from the beginnings of the four timelines.
    expect(apart.examined - 400).toBeLessThan(0.6 * (together.examined - 400));
  });

  it('reads nothing when the range is empty', async () => {
    const range = { low: makePosition(2, 0), high: makePosition(1, 0) };
    expect(await query([['third']], { range })).toMatchObject({ examined: 0, matches: [], next: undefined });
  });
});

describe('the budget of a query', () => {
  it('ends a request that finds nothing, and the next one continues from there', async () => {
    const test: TimelineQuery['test'] = matches =>
      Promise.resolve(matches.map(({ id }) => id === timelines.third[100]!.id));
    const ids: number[] = [];
    let after: string | undefined;
    let requests = 0;
    do {
      const page = await query([['third']], { after, test, budget: 5000 });
      expect(page.examined).toBeLessThanOrEqual(5500);
      ids.push(...page.matches.map(match => match.id));
      after = page.next;
      requests++;
    } while (after !== undefined);
    expect(ids).toEqual([timelines.third[100]!.id]);
    expect(requests).toBeGreaterThan(5);
  });

  it('leaves the rest of the offset to the next request', async () => {
    const whole = await query([['tenth'], ['other_tenth']], { offset: 500, limit: 3, budget: 1_000_000 });
    let page = await query([['tenth'], ['other_tenth']], { offset: 500, limit: 3 });
    expect(page.skip).toBeGreaterThan(0);
    while (page.matches.length === 0)
      page = await query([['tenth'], ['other_tenth']], { offset: page.skip, limit: 3, after: page.next });
    expect(page.matches).toEqual(whole.matches.slice(0, page.matches.length));
  });
});

describe('the debug log of a query', () => {
  const lines = useDebugLog();

  it('names the sparsest timeline as the driver, and the timelines that are probed', async () => {
    await query([['third'], ['rare']]);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'debug',
        message: 'timelines queried',
        driver: ['rare'],
        probed: ['third'],
        found: 10,
        end: 'page',
      }),
    ]);
  });

  it('states that the budget ended a query', async () => {
    await query([['tenth'], ['other_tenth']], { offset: 500 });
    expect(lines).toEqual([expect.objectContaining({ end: 'budget', found: 0 })]);
  });
});
