import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../functions/routes.ts';
import { serve } from '../../functions/serve.ts';
import { TIMELINE } from '../../shared/posts/timelines.ts';
import { entryKey } from '../../shared/store/timeline.ts';
import { plant } from '../unit/store/query/table.ts';
import { useApi } from './support/api.ts';
import { costOf, installMeter, type Cost } from './support/meter.ts';
import { makePost, makeSection, nextOf, ok } from './support/posts.ts';

let cost: Cost | undefined;

const api = useApi({}, async name => {
  const route = routeList.find(row => row.name === name)!;
  const handler = serve(route, (await route.load()).default);
  return async (event, context) => {
    let result: Awaited<ReturnType<typeof handler>> | undefined;
    cost = await costOf(async () => {
      result = await handler(event, context);
    });
    return result!;
  };
});

const NEWEST_TS = 1_750_000_000;
/** Every third post of the archive has the tag `some`, every tenth is in the section. */
let archived = 0;
let timelines: { name: string; every: number }[];

/** Older posts, of which only the entries are there: lists of newer ones read no records of them. */
async function growTo(size: number): Promise<void> {
  const entries = [];
  for (; archived < size; archived++) {
    const at = { ts: NEWEST_TS - archived * 60, id: 1000 + archived };
    for (const { name, every } of timelines)
      if (archived % every === 0) entries.push(entryKey({ timeline: name, ...at }));
  }
  await plant(entries);
}

async function costOfList(path: string): Promise<Cost> {
  await ok(api.get(path));
  expect(await ok(api.get(path))).toHaveLength(10);
  return cost!;
}

beforeAll(async () => {
  installMeter();
  const section = await makeSection(api, { url: 'section' });
  timelines = [
    { name: TIMELINE.published, every: 1 },
    { name: TIMELINE.author(api.stack.adminAuthorId), every: 1 },
    { name: TIMELINE.type('page'), every: 2 },
    { name: TIMELINE.tag('some'), every: 3 },
    { name: TIMELINE.section(section.id), every: 10 },
  ];
  for (let count = 0; count < 12; count++)
    await makePost(api, { created_ts: NEWEST_TS + 60 * count, tags: ['some'], sections: [section.id] });
});

const LISTS = [
  '/posts',
  '/posts?order=updated',
  '/posts?exclude_private=1',
  '/posts?tags=some',
  '/posts?sections=section',
  '/posts?type=page&end_ts=1750000660',
  '/posts?tags=some,other&sections=section',
  '/posts?exclude_sections=home&tags=some',
  '/posts/section?section_name=section',
  '/posts/tag?tag=some',
  '/posts/author?author_name=admin',
];

describe('the first page of a list', () => {
  it('costs at 20,000 posts what it costs at 1,000', async () => {
    await growTo(1000);
    const small = new Map<string, Cost>();
    for (const path of LISTS) small.set(path, await costOfList(path));
    await growTo(20_000);
    for (const path of LISTS) {
      const { calls, trips, read } = await costOfList(path);
      const before = small.get(path)!;
      expect({ path, calls, trips }).toEqual({ path, calls: before.calls, trips: before.trips });
      expect(read, path).toBeLessThanOrEqual(before.read * 1.2);
    }
  }, 120_000);

  it('ends where the budget does, with a Link that goes on to skip what the offset left', async () => {
    const first = await api.get('/posts?removed=1&tags=some&offset=5000&limit=5&include_fields=id');
    expect(first).toMatchObject({ status: 200, body: [] });
    expect(cost!.read).toBeLessThan(12_000);
    const next = new URL(nextOf(first)!, api.stack.url);
    // Twelve posts are there; the others have only entries, and are no posts.
    expect(next.searchParams.get('offset')).toBe(String(5000 - 12));
    const second = await api.get(next.pathname + next.search);
    expect(second).toMatchObject({ status: 200, body: [] });
    expect(nextOf(second)).toBeUndefined();
  });

  it('takes two sequential trips where one timeline tells all, and few where two meet', async () => {
    for (const path of ['/posts', '/posts?tags=some', '/posts?sections=section', '/posts?order=updated'])
      expect(await costOfList(path), path).toMatchObject({ calls: 2, trips: 2 });
    expect((await costOfList('/posts?tags=some&sections=section')).trips).toBeLessThanOrEqual(4);
  });
});
