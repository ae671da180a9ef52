import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AssetRecord } from '../../shared/dam/record.ts';
import { entriesOf } from '../../shared/dam/timelines.ts';
import type * as outbox from '../../shared/store/outbox.ts';
import { parseRecord } from '../../shared/store/record.ts';
import type { Item } from '../../shared/store/table.ts';
import { entryKey } from '../../shared/store/timeline.ts';
import { restoreClock, stopClock } from '../support/clock.ts';
import { drainAfterLease } from '../support/outbox.ts';
import { allItems } from '../support/table.ts';
import { DEPLOYED } from '../support/deployed/functions.ts';
import { useApi } from './support/api.ts';
import { anImage, ASSETS, listed, makeAsset } from './support/assets.ts';
import { ok } from './support/posts.ts';

const machine = vi.hoisted(() => ({ dies: false }));

vi.mock('../../shared/store/outbox.ts', async original => {
  const actual = await original<typeof outbox>();
  const processItem: typeof actual.processItem = async (...args) => {
    if (machine.dies) throw new Error('the process has died');
    await actual.processItem(...args);
  };
  return { ...actual, processItem };
});

// These tests provoke errors that would fill the log.
process.env.LOG_LEVEL = 'silent';

const api = useApi();

beforeEach(() => {
  machine.dies = false;
  // No lease of a dead process expires before its test lets it.
  stopClock();
});
afterEach(restoreClock);

/** Entries and unique values of assets that are in the table without a record, and those that records need but the table lacks. */
async function disagreements(): Promise<{ stray: string[]; missing: string[] }> {
  const items = await allItems();
  const records = items
    .filter(({ pk, sk }) => String(pk).startsWith('ASSET#') && sk === 'record')
    .map(item => parseRecord(AssetRecord, item).value);
  const entry = ({ pk, sk, weight, id }: Item) => JSON.stringify([pk, sk, weight, id]);
  const wanted = records.flatMap(asset => [
    entry({ pk: `UNIQUE#asset#${asset.file_type}#${asset.file_id}`, sk: 'unique', id: asset.id }),
    entry({ pk: `SHORTCODE#${asset.shortcode_id}`, sk: 'owner', id: asset.id }),
    ...entriesOf(asset).map(one => entry({ ...entryKey(one), weight: one.weight })),
  ]);
  const found = items.filter(({ pk }) => /^(T#assets#|UNIQUE#asset#|SHORTCODE#)/.test(String(pk))).map(entry);
  return {
    stray: found.filter(key => !wanted.includes(key)),
    missing: wanted.filter(key => !found.includes(key)),
  };
}
const NONE = { stray: [], missing: [] };

function many(word: string, count = 110) {
  return Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ');
}

describe('simultaneous requests for assets', () => {
  it('creates one asset when several requests create an asset of the same file', async () => {
    for (let round = 0; round < 5; round++) {
      const body = { file_type: 0, file_id: await anImage(), image_title: 'Raced' };
      const replies = await Promise.all(Array.from({ length: 6 }, () => api.post(ASSETS, body)));
      const outcomes = replies.map(({ status, body }) => (status === 200 ? 200 : body.status.code));
      expect(outcomes.sort()).toEqual([200, ...Array<string>(5).fill('already_exists')]);
    }
    expect((await listed(api, { search: 'raced' })).total).toBe(5);
    expect(await disagreements()).toEqual(NONE);
  });

  it('keeps lists consistent with the record when requests edit, trash and delete the same asset', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, file_id } = await makeAsset(api, { image_title: many('first'), tags: ['racing'] });
      const replies = await Promise.all([
        api.put(`${ASSETS}/${id}`, { image_title: many('second') }),
        api.put(`${ASSETS}/${id}`, { in_trash: true }),
        api.put(`${ASSETS}/${id}`, { tags: ['raced', 'and', 'won'] }),
        ...(round % 2 ? [api.delete(`${ASSETS}/${id}`)] : []),
        api.post(ASSETS, { file_type: 0, file_id }),
      ]);
      for (const { status } of replies) expect([200, 400, 404]).toContain(status);
      expect(await disagreements()).toEqual(NONE);
    }
  });
});

describe.skipIf(DEPLOYED)('a process that dies after the commit, before the overflow entries', () => {
  const dying = async (task: () => Promise<{ status: number }>) => {
    machine.dies = true;
    expect((await task()).status).toBe(500);
    machine.dies = false;
  };

  it('leaves the overflow entries of a new asset to the worker', async () => {
    const file_id = await anImage();
    await dying(() => api.post(ASSETS, { file_type: 0, file_id, source_info: many('dies') }));
    expect((await listed(api, { file_id })).total).toBe(1);
    expect((await listed(api, { search: 'dies109' })).total).toBe(0);
    await drainAfterLease();
    expect((await listed(api, { search: 'dies109' })).total).toBe(1);
    expect(await disagreements()).toEqual(NONE);
  });

  it('leaves the overflow entries of edits and a deletion to the worker, which follows the current record', async () => {
    const { id } = await makeAsset(api, { source_info: many('one'), image_title: 'one109' });
    await dying(() => api.put(`${ASSETS}/${id}`, { source_info: many('two'), image_title: 'two109' }));
    await dying(() => api.put(`${ASSETS}/${id}`, { in_trash: true }));
    await ok(api.put(`${ASSETS}/${id}`, { image_title: null }));
    await drainAfterLease();
    expect(await disagreements()).toEqual(NONE);
    await dying(() => api.delete(`${ASSETS}/${id}`));
    await drainAfterLease();
    expect(await disagreements()).toEqual(NONE);
    expect((await allItems()).some(({ pk }) => pk === `ASSET#${id}`)).toBe(false);
  });
});
