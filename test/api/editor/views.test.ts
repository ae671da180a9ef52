import { afterEach, describe, expect, it } from 'vitest';
import { repairSite, toText, verifySite } from '../../../infra/cli/verify/table.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { readCount } from '../../../shared/platform/store/counter.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { rollUpViews } from '../../../shared/posts/counters/views/rollup.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi, withoutSweeps } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { restoreClock, stopClockAt } from '../../support/time/clock.ts';

const api = useApi({ drafts: 'own' }, undefined, withoutSweeps);

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Longer after the end of an hour than requests of that hour run. */
const GRACE_S = 301;
const MIDNIGHT = (Math.floor(Date.now() / 1000 / DAY_S) + 1) * DAY_S;

interface Point {
  start_ts: number;
  views: number;
}

async function read(path: string, by: string): Promise<Point[]> {
  return await ok(api.get(`/editor/${path}/views`, { query: { by } }));
}

/** The points with views. */
async function viewsIn(path: string, by: string): Promise<[number, number][]> {
  const points = await read(path, by);
  return points.filter(({ views }) => views > 0).map(({ start_ts, views }) => [start_ts, views]);
}

function stopAt(ts: number): void {
  stopClockAt(ts * 1000);
}

async function viewAt(ts: number, id: number, count: number): Promise<void> {
  stopAt(ts);
  await ok(api.post(`/posts/${id}/page_views`, { count }));
}

afterEach(restoreClock);

// The functions of another process have clocks of their own.
describe.skipIf(DEPLOYED)('GET /editor/posts/{id}/views and /editor/sections/{id}/views', () => {
  it('return each of the last 72 hours and 365 days, the running one last', async () => {
    const { id } = await makePost(api);
    stopAt(MIDNIGHT + 90);
    for (const path of [`posts/${id}`, 'sections/0']) {
      const [hours, days] = [await read(path, 'hour'), await read(path, 'day')];
      expect([hours.length, days.length]).toEqual([72, 365]);
      expect([hours[0]?.start_ts, hours.at(-1)?.start_ts]).toEqual([MIDNIGHT - 71 * HOUR_S, MIDNIGHT]);
      expect([days[0]?.start_ts, days.at(-1)?.start_ts]).toEqual([MIDNIGHT - 364 * DAY_S, MIDNIGHT]);
      expect(await ok(api.get(`/editor/${path}/views`))).toEqual(hours);
    }
  });

  it('return the same views however often hours and days are rolled up, and a year later', async () => {
    const section = await makeSection(api);
    const post = await makePost(api, { sections: [section.id] });
    const other = await makePost(api, { sections: [section.id] });
    const start = MIDNIGHT + 40 * DAY_S;
    await viewAt(start + 10, post.id, 3);
    await viewAt(start + 20, other.id, 5);
    await viewAt(start + HOUR_S, post.id, 4);
    const expectViews = async () => {
      expect(await viewsIn(`posts/${post.id}`, 'day')).toEqual([[start, 7]]);
      expect(await viewsIn(`posts/${other.id}`, 'day')).toEqual([[start, 5]]);
      expect(await viewsIn(`sections/${section.id}`, 'day')).toEqual([[start, 12]]);
    };
    const expectHours = async () => {
      expect(await viewsIn(`posts/${post.id}`, 'hour')).toEqual([
        [start, 3],
        [start + HOUR_S, 4],
      ]);
      expect(await viewsIn(`sections/${section.id}`, 'hour')).toEqual([
        [start, 8],
        [start + HOUR_S, 4],
      ]);
    };
    await expectViews();
    await expectHours();
    stopAt(start + HOUR_S + GRACE_S);
    await rollUpViews();
    await expectViews();
    await expectHours();
    stopAt(start + DAY_S + GRACE_S);
    await rollUpViews();
    await rollUpViews();
    await expectViews();
    await expectHours();
    stopAt(start + 364 * DAY_S);
    await expectViews();
    stopAt(start + 365 * DAY_S);
    expect(await viewsIn(`posts/${post.id}`, 'day')).toEqual([]);
    expect(await viewsIn(`sections/${section.id}`, 'day')).toEqual([]);
  });

  it('return days of several months, which are in several items', async () => {
    const { id } = await makePost(api);
    const start = MIDNIGHT + 500 * DAY_S;
    const days = [0, 31, 33, 100].map(day => start + day * DAY_S);
    for (const [index, ts] of days.entries()) {
      await viewAt(ts, id, index + 1);
      stopAt(ts + DAY_S + GRACE_S);
      await rollUpViews();
    }
    expect(await viewsIn(`posts/${id}`, 'day')).toEqual(days.map((ts, index) => [ts, index + 1]));
    const items = await queryItems({ pk: `VIEWS_BY_DAY#${id}`, consistent: true });
    expect(items.length).toBeGreaterThan(2);
    for (const item of items) expect(Number(item.expires)).toBeGreaterThan(start + 364 * DAY_S);
  });

  it('lets npm run verify compare the stored views with the counted ones, and repair them', async () => {
    const { id } = await makePost(api);
    await viewAt(MIDNIGHT + 2000 * DAY_S, id, 6);
    stopAt(MIDNIGHT + 2001 * DAY_S + GRACE_S);
    await rollUpViews();
    expect(await findDisagreements()).toEqual([]);
    const day = MIDNIGHT / DAY_S + 2000;
    const [item] = await queryItems({ pk: `VIEWS_BY_DAY#${id}`, consistent: true });
    await putItem({ ...item, [`point#${day}`]: 7 });
    const found = await verifySite();
    expect(found.map(toText)).toEqual([
      expect.stringContaining(`shows 7 views on day ${day}, in which 6 were counted`),
    ]);
    expect(await repairSite(found)).toEqual([]);
    expect(await viewsIn(`posts/${id}`, 'day')).toEqual([[day * DAY_S, 6]]);
    expect(await findDisagreements()).toEqual([]);
  });

  it('count no view twice in the total', async () => {
    const { id } = await makePost(api);
    await viewAt(MIDNIGHT + 1000 * DAY_S, id, 6);
    stopAt(MIDNIGHT + 1001 * DAY_S + GRACE_S);
    await rollUpViews();
    const [total] = await queryItems({ pk: `POST#${id}`, between: ['views', 'views'], consistent: true });
    expect(readCount(total)).toBe(6);
  });

  it('return 404 for unknown posts and sections and those hidden from the key, and 400 for another unit', async () => {
    const { key } = await api.makeKey('Reader');
    const { id } = await makeDraft(api);
    const hidden = await api.get(`/editor/posts/${id}/views`, { key });
    expectRefused(hidden, 404, 'not_found', `There is no post with the id ${id}`);
    expectRefused(await api.get('/editor/posts/12/views'), 404, 'not_found');
    expectRefused(await api.get('/editor/sections/12/views'), 404, 'not_found');
    const wrong = await api.get(`/editor/posts/${id}/views?by=week`);
    expectRefused(wrong, 400, 'invalid_input', 'by: must be hour or day');
  });
});
