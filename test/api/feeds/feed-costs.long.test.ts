import { afterAll, beforeAll, expect, it } from 'vitest';
import { TIMELINE } from '../../../shared/posts/record/timelines.ts';
import { entryKey } from '../../../shared/platform/store/timeline.ts';
import { leaveTableUnchecked } from '../../support/table/checked-table.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { useLargeTable } from '../../support/table/large-table.ts';
import { useApi } from '../../support/api/api.ts';
import { meterFunctions } from '../../support/costs/metered.ts';
import { installMeter, type Reading } from '../../support/costs/meter.ts';
import { makePost, makeSection, ok } from '../../support/resources/posts.ts';

const table = useLargeTable();
leaveTableUnchecked('its lists have many thousand entries of no records');

const { functions, lastCost } = meterFunctions();
const api = useApi({ feeds: { items: 10 } }, functions);

/** The archive is before 2025; the oldest post is in 1990. */
const NEWEST_TS = Date.UTC(2025, 5, 10) / 1000;
const ARCHIVE_END = Date.UTC(2024, 11, 31) / 1000;
const POSTS = 12;
let archived = 0;
let timelines: string[];

/** Adds older posts as entries without records: feeds and sitemaps of newer posts never read them. */
async function growTo(size: number): Promise<void> {
  const entries = [];
  for (; archived < size; archived++)
    for (const timeline of timelines)
      entries.push(entryKey({ timeline, ts: ARCHIVE_END - archived * 60, id: 1000 + archived }));
  await table.fill(entries);
}

/** The cost of the second of two requests: key, author and sections are cached while the clock stands. */
async function warmCost(path: string): Promise<Reading> {
  for (let time = 0; time < 2; time++) await ok(api.get(path));
  return lastCost();
}

/** It also reads which months ahead have posts. */
const INDEX = '/sitemap.xml';

const PATHS = [
  '/feeds/rss.xml',
  '/feeds/atom.xml?section=section',
  '/feeds/feed.json?tag=some',
  '/feeds/rss.xml?author=admin',
  INDEX,
  '/sitemaps/news.xml',
  '/sitemaps/2025-06.xml',
];

beforeAll(async () => {
  stopClock();
  installMeter();
  const section = await makeSection(api, { url: 'section' });
  timelines = [
    TIMELINE.published,
    TIMELINE.author(api.stack.adminAuthorId),
    TIMELINE.tag('some'),
    TIMELINE.section(section.id),
  ];
  const fields = { tags: ['some'], sections: [section.id] };
  for (let count = 0; count < POSTS; count++)
    await makePost(api, { ...fields, created_ts: NEWEST_TS + 60 * count });
  await makePost(api, { ...fields, created_ts: Date.UTC(1990, 0, 1) / 1000 });
});

afterAll(restoreClock);

it('feeds and sitemaps take at most two table calls, their index four, and as many read units at 10,000 posts as at 100', async () => {
  await growTo(100);
  const small = new Map<string, Reading>();
  for (const path of PATHS) small.set(path, await warmCost(path));
  await growTo(10_000);
  for (const path of PATHS) {
    const { calls, read, examined } = await warmCost(path);
    const before = small.get(path)!;
    expect(calls, path).toBeLessThanOrEqual(path === INDEX ? 4 : 2);
    expect(calls, path).toBe(before.calls);
    expect(read, path).toBeLessThanOrEqual(before.read * 1.2);
    expect(examined, path).toBeLessThanOrEqual(before.examined * 1.2);
  }
});
