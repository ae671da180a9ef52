import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveTableUnchecked } from '../../support/table/checked-table.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { toDay, listNaively, buildQuery, type ListFilter } from '../../support/records/catalogue.ts';
import { makeItems, toModelAsset, largeCatalogue, USERS } from '../../support/records/large-catalogue.ts';
import { useLargeTable } from '../../support/table/large-table.ts';
import { useApi } from '../../support/api/api.ts';
import { ASSETS } from '../../support/resources/assets.ts';
import { meterFunctions } from '../../support/costs/metered.ts';
import { installMeter, type Reading } from '../../support/costs/meter.ts';
import { readNext, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const ASSETS_IN_ALL = 20_000;

const table = useLargeTable();
leaveTableUnchecked('its lists have many thousand entries of no records');

const { functions, lastCost } = meterFunctions();
const api = useApi({}, functions);

const assets = largeCatalogue(ASSETS_IN_ALL);
const modelAssets = assets.map(toModelAsset);
let editor = '';

beforeAll(async () => {
  // No cache expires between a request and its repetition, which is measured.
  stopClock();
  installMeter();
  editor = (await api.makeKey('Editor')).key;
  await table.fill(makeItems(assets));
});

afterAll(restoreClock);

const values = {
  users: USERS,
  files: [],
  days: [...new Set(modelAssets.map(asset => toDay(asset.created_ts)))],
};

/** For lists of any size: the page, the counts, the assets, their files, and a few more for set operations. */
const MAX_TRIPS = 7;

/**
 * The maximum cost of each list in read units. A page of a hundred assets with their files takes 150, twenty thousand entries take
 * some 230 (those of a word 340, because they carry a weight).
 */
const LISTS: [name: string, filter: ListFilter, maxRead: number][] = [
  ['all', {}, 450],
  ['all, oldest first', { order: 'asc' }, 450],
  ['the trash', { in_trash: 1 }, 380],
  ['the community’s documents', { type: 'community', file_type: 'file' }, 180],
  ['a common tag', { tags: ['tag0'] }, 300],
  ['a rare tag', { tags: ['tag59'] }, 180],
  ['a user', { user: 0 }, 360],
  ['a day', { day: 100 }, 180],
  ['a word that all have', { search: 'photo' }, 550],
  ['a word that all have, ranked', { search: 'photo', sort_by: 'score' }, 550],
  ['a rare word, ranked', { search: 'subject900', sort_by: 'score' }, 50],
  ['two words that most have', { search: 'agency photo' }, 800],
  ['a common word and a rare one', { search: 'photo subject900' }, 300],
  ['any of three tags', { tags: ['tag0', 'tag1', 'tag2'] }, 400],
  ['a tag of a user', { tags: ['tag1'], user: 0 }, 420],
  ['tag, user, word and day', { tags: ['tag1'], user: 0, search: 'photo', day: 40 }, 60],
  ['a rare phrase', { search: '"subject900 subject1"' }, 60],
];

async function ask(
  filter: ListFilter,
  key: string,
): Promise<{ total: number; ids: number[]; spent: Reading }> {
  const query = buildQuery(filter, values);
  // The first request may have to look up key and authors, so the second is measured.
  await ok(api.get(ASSETS, { query, key }));
  const { total, items } = await ok(api.get(ASSETS, { query, key }));
  return { total, ids: items.map(({ id }: { id: number }) => id), spent: lastCost() };
}

describe('lists of 20,000 assets', () => {
  it.each(LISTS)(
    'returns the exact page and total of %s within its read budget',
    async (_name, filter, maxRead) => {
      for (const [key, isAdmin] of [
        [api.adminKey, true],
        [editor, false],
      ] as const) {
        const expected = listNaively(modelAssets, filter, values, isAdmin);
        const { total, ids, spent } = await ask(filter, key);
        expect([total, ids]).toEqual([expected.length, expected.slice(0, 100)]);
        expect(spent.trips).toBeLessThanOrEqual(MAX_TRIPS);
        expect(spent.read).toBeLessThanOrEqual(maxRead);
      }
    },
  );

  it('pages by offset to 10,000 and by cursor further', async () => {
    const expected = listNaively(modelAssets, {}, values, true);
    const deep = await ok(api.get(ASSETS, { query: { offset: 10_000, count: 100 } }));
    expect(deep.items.map(({ id }: { id: number }) => id)).toEqual(expected.slice(10_000, 10_100));
    const next = readNext(await api.get(`${ASSETS}?offset=9950&count=50`));
    const { items, total } = await ok(api.get(next ?? ''));
    expect(items[0].id).toBe(expected[10_000]);
    expect(total).toBe(ASSETS_IN_ALL);
    const message = 'offset: must be at most 10000; page further with the cursor of the Link header';
    expectRefused(await api.get(`${ASSETS}?offset=10001`), 400, 'invalid_input', message);
  });

  it('returns the exact total of a phrase of very common words', async () => {
    const filter = { search: '"agency photo"', tags: ['tag0', 'tag1'] };
    const expected = listNaively(modelAssets, filter, values, true);
    expect((await ask(filter, api.adminKey)).total).toBe(expected.length);
  });
});
