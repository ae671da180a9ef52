import { describe, expect, it } from 'vitest';
import { runQuery } from '../../../../../shared/platform/store/query/run.ts';
import type { TimelineQuery } from '../../../../../shared/platform/store/query/timeline-query.ts';
import { makeArchive, makePosts, makeTimelines, makeUpdateOrder } from './archive.ts';
import { makeQuery, useDebugLog } from './queries.ts';
import { useTable } from './table.ts';

const posts = makePosts(400);
const timelines = makeTimelines(posts);
useTable(() => makeArchive(posts, timelines), 1000);

const lines = useDebugLog();

async function logged(query: Partial<TimelineQuery>): Promise<Record<string, unknown> | undefined> {
  await runQuery(makeQuery(query));
  return lines.at(-1);
}

const PLANS: [name: string, Partial<TimelineQuery>, plan: object][] = [
  [
    'a rare term, for which the other is probed',
    { terms: [['all'], ['tenth', 'one']], limit: 30, direction: 'oldest' },
    {
      driver: ['tenth', 'one'],
      rounds: 2,
      scanned: [],
      probed: ['all'],
      examined: 154,
      found: 30,
      end: 'page',
    },
  ],
  [
    'two dense terms, which are read on',
    { terms: [['stripes'], ['half']], limit: 25, offset: 30 },
    {
      driver: ['half'],
      rounds: 3,
      scanned: ['half', 'stripes'],
      probed: [],
      examined: 422,
      found: 25,
      end: 'page',
    },
  ],
  [
    'the rarest term, which is sorted into another order',
    {
      terms: [['half'], ['tenth', 'one'], ['stripes', 'all']],
      secondaryOrder: makeUpdateOrder(posts),
      limit: 7,
    },
    { driver: ['tenth or one'], rounds: 1, scanned: [], probed: [], examined: 877, found: 7, end: 'page' },
  ],
];

describe('the debug log of a query', () => {
  it('names a single timeline and counts what its page has', async () => {
    const line = await logged({ terms: [['tenth']], limit: 5 });
    expect(line).toMatchObject({ message: 'timeline read', timeline: 'tenth', found: 5 });
  });

  it.each<[string, Partial<TimelineQuery>]>([
    ['a union', { terms: [['all', 'tenth']] }],
    ['two terms', { terms: [['all'], ['tenth']] }],
    ['an exclusion', { without: ['tenth'] }],
    ['a test', { test: matches => Promise.resolve(matches.map(() => true)) }],
  ])('has a plan for %s', async (_name, query) => {
    expect(await logged(query)).toMatchObject({ message: 'timelines queried', found: 10, end: 'page' });
  });

  it.each(PLANS)('has the plan of %s', async (_name, query, plan) => {
    const line = await logged(query);
    expect(line).toEqual({ ...line, level: 'debug', message: 'timelines queried', ...plan });
  });

  it.each([
    ['list', { terms: [['all'], ['tenth']], limit: 100 }],
    ['budget', { terms: [['half'], ['stripes']], budget: 20, limit: 50 }],
  ])('states that the %s ended the query', async (end, query) => {
    expect(await logged(query)).toMatchObject({ end });
  });
});
