import { beforeAll, describe, expect, it } from 'vitest';
import { saveAsset } from '../../../shared/library/dam/save.ts';
import { assetRecord } from '../../support/records/asset-record.ts';
import { advanceClock } from '../../support/time/clock.ts';
import { useApi } from '../../support/api/api.ts';
import { aDocument, assetAnswer, ASSETS, listed, makeAsset } from '../../support/resources/assets.ts';
import { readNext, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi();
/** Oldest first. */
const ids: number[] = [];

beforeAll(async () => {
  for (let index = 0; index < 12; index++) {
    const tags = [index % 2 ? 'odd' : 'even', ...(index % 3 ? [] : ['third'])];
    // Assets have times in milliseconds, which must differ.
    advanceClock(0.01);
    ids.push((await makeAsset(api, { tags, image_title: `Pier ${index}` })).id);
  }
});

function newest() {
  return ids.toReversed();
}

/** Reads all pages along the Link headers. @returns their ids and their totals */
async function walk(query: Record<string, string | number>): Promise<{ ids: number[]; totals: number[] }> {
  const found: number[] = [];
  const totals: number[] = [];
  let path: string | undefined =
    `${ASSETS}?${new URLSearchParams(query as Record<string, string>).toString()}`;
  while (path !== undefined) {
    const reply = await api.get(path);
    expect(reply.status).toBe(200);
    found.push(...reply.body.items.map((asset: any) => asset.id));
    totals.push(reply.body.total);
    path = readNext(reply);
  }
  return { ids: found, totals };
}

describe('GET /dam/assets', () => {
  it('lists assets with all fields, newest first, with the total', async () => {
    const { total, items } = await ok(api.get(ASSETS, { query: { count: 2 } }));
    expect(total).toBe(12);
    expect(items).toEqual(
      [11, 10].map(index =>
        assetAnswer({
          id: ids[index],
          image_title: `Pier ${index}`,
          tags: [...(index % 2 ? ['odd'] : ['even']), ...(index % 3 ? [] : ['third'])],
        }),
      ),
    );
    expect(items[0].created_ts).toBeGreaterThan(items[1].created_ts);
  });

  it('pages by offset and by cursor, in both directions, with the same total on every page', async () => {
    expect(await listed(api)).toEqual({ total: 12, ids: newest() });
    expect(await listed(api, { order: 'asc' })).toEqual({ total: 12, ids });
    expect(await listed(api, { offset: 5, count: 4 })).toEqual({ total: 12, ids: newest().slice(5, 9) });
    expect(await listed(api, { offset: 12 })).toEqual({ total: 12, ids: [] });
    for (const order of ['asc', 'desc']) {
      const expected = order === 'asc' ? ids : newest();
      expect(await walk({ order, count: 5 })).toEqual({ ids: expected, totals: [12, 12, 12] });
      expect(await walk({ order, count: 4, search: 'pier' })).toEqual({
        ids: expected,
        totals: [12, 12, 12],
      });
      expect((await walk({ order, count: 5, tags: 'odd,even' })).ids).toEqual(expected);
    }
  });

  it('filters by any of the tags, without regard to case', async () => {
    const third = newest().filter(id => ids.indexOf(id) % 3 === 0);
    expect(await listed(api, { tags: 'THIRD' })).toEqual({ total: 4, ids: third });
    expect((await listed(api, { tags: 'third,odd' })).total).toBe(8);
    expect(await listed(api, { tags: 'unknown' })).toEqual({ total: 0, ids: [] });
    expect((await listed(api, { tags: ' , ' })).total).toBe(12);
  });

  it('combines filters with AND', async () => {
    const user_id = api.stack.adminAuthorId;
    const query = { tags: 'third', search: 'pier', user_id, file_type: 'image', in_trash: 0 };
    expect((await listed(api, query)).total).toBe(4);
    expect((await listed(api, { ...query, search: 'pier 6' })).ids).toEqual([ids[6]]);
    expect((await listed(api, { ...query, user_id: 12 })).total).toBe(0);
    expect((await listed(api, { ...query, file_type: 'file' })).total).toBe(0);
  });

  it('filters by file and type of file', async () => {
    const file_id = await aDocument();
    const { id } = await ok(api.post(ASSETS, { file_type: 1, file_id, tags: ['papers'] }));
    expect(await listed(api, { file_type: 'file' })).toEqual({ total: 1, ids: [id] });
    expect(await listed(api, { file_id })).toEqual({ total: 1, ids: [id] });
    expect((await listed(api, { file_id, tags: 'other' })).total).toBe(0);
    expect((await listed(api, { file_id, file_type: 'image' })).total).toBe(0);
    await ok(api.delete(`${ASSETS}/${id}`));
  });

  it('filters by a day in UTC from its first to its last moment', async () => {
    const day = Date.UTC(2025, 1, 28) / 1000;
    const moments = [day - 0.001, day, day + 86_399.999, day + 86_400];
    const made = await Promise.all(moments.map((ts, index) => plantAt(ts, 100 + index)));
    expect(await listed(api, { date_added: '2025-02-28' })).toEqual({ total: 2, ids: [made[2], made[1]] });
    expect((await listed(api, { date_added: '2025-02-28', search: 'planted' })).total).toBe(2);
    expect((await listed(api, { date_added: '2025-02-28', search: 'planted', tags: 'planted' })).total).toBe(
      2,
    );
    for (const moment of [
      '20250228',
      '2025-02-28T00:00:00Z',
      '2025-02-28T23:59:59.999Z',
      '2025-02-28 08:30',
      '2025-03-01T01:00:00+02:00',
      '2025-03-01T01:00:00 02:00',
      '2025-02-27T23:00:00-0200',
      '20250228T083000Z',
    ])
      expect((await listed(api, { date_added: moment })).ids).toEqual([made[2], made[1]]);
    expect((await listed(api, { date_added: '2025-02-27' })).ids).toEqual([made[0]]);
    expect((await listed(api, { date_added: '2025-02-28', count: 1, offset: 1 })).total).toBe(2);
    expect((await walk({ date_added: '2025-02-28', count: 1 })).totals).toEqual([2, 2]);
  });

  it.each([
    ['type=x', 'type: must be one of all, admin, community'],
    ['file_type=0', 'file_type: must be one of image, file, all'],
    ['in_trash=2', 'in_trash: must be 0, 1, true or false'],
    ['count=101', 'count: must be an integer from 1 to 100'],
    ['count=0', 'count: must be an integer from 1 to 100'],
    ['offset=-1', 'offset: must be an integer of at least 0'],
    ['sort_by=id', 'sort_by: must be one of created_ts, score'],
    ['order=newest', 'order: must be one of asc, desc'],
    ['user_id=x', 'user_id: must be an integer from 0 to 2^53-1'],
    ['file_id=1.5', 'file_id: must be an integer from 0 to 2^53-1'],
    ['search=ab', 'search: must have at least 3 characters'],
    ['search=%20ab%20', 'search: must have at least 3 characters'],
    ['date_added=2025-02-30', 'date_added: must be a date such as 2026-11-21'],
    ['date_added=2025-02-28T25:00Z', 'date_added: must be a date such as 2026-11-21'],
    ['date_added=2025-0228', 'date_added: must be a date such as 2026-11-21'],
    ['date_added=1740700800', 'date_added: must be a date such as 2026-11-21'],
    ['date_added=2025-02-28T10:00%2B15:00', 'date_added: must be a date such as 2026-11-21'],
    ['date_added=yesterday', 'date_added: must be a date such as 2026-11-21'],
    [`tags=${'x,'.repeat(21)}`, 'tags: must have at most 20 entries'],
    ['cursor=x', 'cursor: is not a cursor of this list'],
  ])('returns 400 for %s', async (query, message) => {
    expectRefused(await api.get(`${ASSETS}?${query}`), 400, 'invalid_input', message);
  });

  it('reports all faults of the query together', async () => {
    const reply = await api.get(`${ASSETS}?type=x&count=0&search=a`);
    expect(reply.body.status.messages).toHaveLength(3);
  });
});

/** Writes an asset with this creation time directly into the table. */
async function plantAt(created_ts: number, id: number): Promise<number> {
  const record = assetRecord({
    id,
    file_id: id,
    created_ts,
    shortcode_id: String(id).padStart(32, 'e'),
    user_id: api.stack.adminAuthorId,
    image_title: 'Planted',
    tags: ['planted'],
  });
  await saveAsset(null, record);
  return id;
}

describe('search for assets', () => {
  it('finds words and phrases in title, alt text, file name, credit and source but not in tags', async () => {
    const titled = await makeAsset(api, { image_title: 'Löwe am Fluß', tags: ['zebra'] });
    const others = [
      { alt_text: 'Der alte Loewe, löwe!' },
      { filename: 'img_0012-LOWE.jpg' },
      { credit: 'Löwe, Ada' },
      { source_info: 'Archiv Lowe & Sohn' },
    ];
    const made = [titled];
    for (const fields of others) made.push(await makeAsset(api, fields));

    expect((await listed(api, { search: 'löwe' })).ids).toEqual(made.map(({ id }) => id).reverse());
    expect((await listed(api, { search: 'LOWE fluss' })).ids).toEqual([titled.id]);
    expect((await listed(api, { search: '"am fluss"' })).ids).toEqual([titled.id]);
    expect((await listed(api, { search: '"fluss am"' })).ids).toEqual([]);
    expect((await listed(api, { search: 'zebra' })).ids).toEqual([]);
    expect(await listed(api, { search: '?!…' })).toEqual({ total: 0, ids: [] });
  });

  it('ranks title over alt text over file name over credit over source, ties newest first', async () => {
    const fields = ['source_info', 'credit', 'filename', 'alt_text', 'image_title'];
    const made: number[] = [];
    for (const field of [...fields, ...fields])
      made.push((await makeAsset(api, { [field]: 'A lighthouse' })).id);
    const everythingElse = Object.fromEntries(fields.slice(0, 4).map(field => [field, 'lighthouse']));
    const many = (await makeAsset(api, everythingElse)).id;
    const [oldSource, oldCredit, oldName, oldAlt, oldTitle, source, credit, name, alt, title] = made;
    const expected = [
      title,
      oldTitle,
      many,
      alt,
      oldAlt,
      name,
      oldName,
      credit,
      oldCredit,
      source,
      oldSource,
    ];

    for (const search of ['lighthouse', '"lighthouse"']) {
      const query = { search, sort_by: 'score', order: 'asc' };
      expect(await listed(api, query)).toEqual({ total: 11, ids: expected });
      expect(await walk({ ...query, count: 4 })).toEqual({ ids: expected, totals: [11, 11, 11] });
    }
    const phrase = { search: '"a lighthouse"', sort_by: 'score' };
    expect((await listed(api, phrase)).ids).toEqual(expected.filter(id => id !== many));
  });

  it('adds up the weights of the words that are found', async () => {
    const both = await makeAsset(api, { alt_text: 'Windmill at Kinderdijk' });
    const split = await makeAsset(api, { image_title: 'Windmill', source_info: 'Kinderdijk' });
    const query = { search: 'kinderdijk windmill', sort_by: 'score' };
    expect((await listed(api, query)).ids).toEqual([split.id, both.id]);
  });

  it('orders by creation time when sort_by is score without a search', async () => {
    expect((await listed(api, { sort_by: 'score', order: 'asc', count: 12 })).ids.slice(-8)).toEqual(
      ids.slice(0, 8),
    );
  });

  it('finds no word that an edit removed and every word that it added, at its new weight', async () => {
    const { id } = await makeAsset(api, { image_title: 'Dromedary', alt_text: 'Oasis' });
    const other = await makeAsset(api, { alt_text: 'dromedary' });
    await ok(api.put(`${ASSETS}/${id}`, { image_title: 'Camel', source_info: 'dromedary' }));
    expect((await listed(api, { search: 'dromedary', sort_by: 'score' })).ids).toEqual([other.id, id]);
    expect((await listed(api, { search: 'camel oasis' })).ids).toEqual([id]);
    await ok(api.put(`${ASSETS}/${id}`, { source_info: null }));
    expect((await listed(api, { search: 'dromedary' })).ids).toEqual([other.id]);
  });

  it('finds long texts by every word and texts without spaces by any part', async () => {
    const words = Array.from({ length: 140 }, (_, index) => `w${index}x`);
    const { id } = await makeAsset(api, { source_info: words.join(' '), alt_text: '東京都の古い橋の写真' });
    for (const search of ['w0x', 'w139x w70x', '東京都', '古い橋']) {
      expect((await listed(api, { search })).ids).toEqual([id]);
      expect((await listed(api, { search, sort_by: 'score' })).ids).toEqual([id]);
    }
    await ok(api.put(`${ASSETS}/${id}`, { in_trash: true }));
    expect((await listed(api, { search: 'w139x', in_trash: 0 })).ids).toEqual([]);
    expect((await listed(api, { search: 'w139x', in_trash: 1 })).ids).toEqual([id]);
  });
});
