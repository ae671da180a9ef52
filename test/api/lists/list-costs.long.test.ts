import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TIMELINE } from '../../../shared/posts/record/timelines.ts';
import { INDEX_POST } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { BUDGET } from '../../../shared/platform/store/query/timeline-query.ts';
import { entryKey } from '../../../shared/platform/store/timeline.ts';
import { leaveTableUnchecked } from '../../support/table/checked-table.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { useLargeTable } from '../../support/table/large-table.ts';
import { waiting } from '../../support/table/outbox.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { meterFunctions } from '../../support/costs/metered.ts';
import { installMeter, type Reading } from '../../support/costs/meter.ts';
import { makePost, makeSection, readNext, ok } from '../../support/resources/posts.ts';

const table = useLargeTable();
leaveTableUnchecked('its lists have many thousand entries of no records');

const { functions, lastCost } = meterFunctions();
const api = useApi({}, functions);

const NEWEST_TS = 1_750_000_000;
const POSTS = 12;
/** The number of archived posts between two posts that contain both rare words. */
const APART = 60;
let archived = 0;
/** The archived posts that a timeline has: each `every`th, from `from` on. */
let timelines: { name: string; every: number; from?: number }[];

/** Adds older posts as entries without records: lists of newer posts never read the records. */
async function growTo(size: number): Promise<void> {
  const entries = [];
  for (; archived < size; archived++) {
    const at = { ts: NEWEST_TS - archived * 60, id: 1000 + archived };
    for (const timeline of [TIMELINE.updated, TIMELINE.draftUpdated, TIMELINE.removedUpdated])
      entries.push(entryKey({ timeline, ...at, commonTs: at.ts }));
    for (const { name, every, from = 0 } of timelines)
      if (archived % every === from) entries.push(entryKey({ timeline: name, ...at }));
  }
  await table.fill(entries);
}

/** The warm cost: key, author and sections are cached while the clock stands. */
async function measureList(path: string): Promise<Reading> {
  await ok(api.get(path));
  const answer = await ok(api.get(path));
  if (Array.isArray(answer)) expect(answer, path).toHaveLength(10);
  return lastCost();
}

beforeAll(async () => {
  stopClock();
  installMeter();
  const section = await makeSection(api, { url: 'section' });
  timelines = [
    { name: TIMELINE.published, every: 1 },
    { name: TIMELINE.author(api.stack.adminAuthorId), every: 1 },
    { name: TIMELINE.type('page'), every: 2 },
    { name: TIMELINE.tag('some'), every: 3 },
    { name: TIMELINE.section(section.id), every: 10 },
    { name: TIMELINE.term('common'), every: 2 },
    // No archived post has two words: "even odd" occurs only in the posts made below, "left right" in none.
    { name: TIMELINE.term('even'), every: 2 },
    { name: TIMELINE.term('odd'), every: 2, from: 1 },
    { name: TIMELINE.term('left'), every: 2 },
    { name: TIMELINE.term('right'), every: 2, from: 1 },
  ];
  for (let count = 0; count < POSTS; count++) {
    const newest = { created_ts: NEWEST_TS + 60 * (count + 1), tags: ['some'], sections: [section.id] };
    await makePost(api, { ...newest, body: 'A common word' });
    await makePost(api, { created_ts: NEWEST_TS - count * APART * 60 - 30, body: 'The even odd word' });
  }
  await eventually(
    () => waiting(INDEX_POST),
    jobs => jobs.length === 0,
  );
});

afterAll(restoreClock);

/** Lists, and the look-up of one post by its path. */
const LISTS = [
  '/posts',
  '/posts?order=updated',
  '/posts?exclude_private=1',
  '/posts?tags=some',
  '/posts?sections=section',
  `/posts?type=page&end_ts=${NEWEST_TS + POSTS * 60}`,
  '/posts?tags=some,other&sections=section',
  '/posts?exclude_sections=home&tags=some',
  '/posts/section?section_name=section',
  '/posts/tag?tag=some',
  '/posts/author?author_name=admin',
  '/posts/search?phrase=common',
  '/posts/search?phrase="common word"',
  '/posts/search?phrase=even odd',
  '/posts/search?phrase="even odd"',
  '/posts/permalink?path=/a-post',
  '/posts?phrase=common&tags=some&sections=section',
  '/editor/posts?limit=10',
  '/editor/posts?limit=10&tag=some&state=draft,published',
  '/editor/posts?limit=10&section=section&sort=created',
  '/editor/posts?limit=10&q=common',
  '/editor/posts?limit=10&q=common&sort=updated',
  '/editor/posts?limit=10&q=even odd',
];

describe('first page of a list', () => {
  it('takes as many calls and trips with 100,000 posts as with 1,000', async () => {
    for (const path of LISTS) await ok(api.get(path));
    await growTo(1000);
    const small = new Map<string, Reading>();
    for (const path of LISTS) small.set(path, await measureList(path));
    await growTo(table.most());
    for (const path of LISTS) {
      const { calls, trips, read, examined } = await measureList(path);
      const before = small.get(path)!;
      expect({ path, calls, trips }).toEqual({ path, calls: before.calls, trips: before.trips });
      expect(read, path).toBeLessThanOrEqual(before.read * 1.2);
      expect(examined, path).toBeLessThanOrEqual(before.examined * 1.2);
    }
  });

  it('stops at the read budget with a Link whose offset is what is left to skip', async () => {
    const range = `start_ts=${NEWEST_TS - 20_000 * 60}`;
    const first = await api.get(`/posts?removed=1&tags=some&${range}&offset=5000&limit=5&include_fields=id`);
    expect(first).toMatchObject({ status: 200, body: [] });
    expect(lastCost().read).toBeLessThan(12_000);
    const next = new URL(readNext(first)!, api.stack.url);
    // Only twelve entries have records; the offset counts only those.
    expect(next.searchParams.get('offset')).toBe(String(5000 - 12));
    const second = await api.get(next.pathname + next.search);
    expect(second).toMatchObject({ status: 200, body: [] });
    expect(readNext(second)).toBeUndefined();
  });

  it('takes two sequential trips for one timeline, and few for an intersection', async () => {
    for (const path of ['/posts', '/posts?tags=some', '/posts?sections=section', '/posts?order=updated'])
      expect(await measureList(path), path).toMatchObject({ calls: 2, trips: 2 });
    expect((await measureList('/editor/posts?limit=10')).trips).toBe(2);
    for (const phrase of ['common', 'even odd']) {
      const published = await measureList(`/posts/search?phrase=${phrase}`);
      const all = await measureList(`/editor/posts?limit=10&q=${phrase}`);
      expect(all.trips, phrase).toBeLessThanOrEqual(published.trips);
      expect(all.read, phrase).toBeLessThanOrEqual(published.read * 1.3);
      expect(all.examined, phrase).toBeLessThanOrEqual(published.examined * 1.3);
    }
    expect((await measureList('/posts?tags=some&sections=section')).trips).toBeLessThanOrEqual(4);
    expect((await measureList('/posts/search?phrase=even odd')).trips).toBeLessThanOrEqual(8);
  });

  it('stops at the budget within eight trips when no post contains both words', async () => {
    const reply = await api.get('/posts/search?phrase=left right');
    expect(reply).toMatchObject({ status: 200, body: [] });
    expect(readNext(reply)).toBeDefined();
    expect(lastCost().examined).toBeLessThanOrEqual(BUDGET * 1.1);
    expect(lastCost().trips).toBeLessThanOrEqual(8);
  });
});
