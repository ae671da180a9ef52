import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as outbox from '../../../shared/platform/store/outbox/outbox.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { drainAfterLease } from '../../support/table/outbox.ts';
import { allItems } from '../../support/table/table.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi } from '../../support/api/api.ts';
import { anImage, ASSETS, listed, makeAsset } from '../../support/resources/assets.ts';
import { ok } from '../../support/resources/posts.ts';

const machine = vi.hoisted(() => ({ dies: false }));

vi.mock('../../../shared/platform/store/outbox/outbox.ts', async original => {
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
    expect(await findDisagreements()).toEqual([]);
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
      expect(await findDisagreements()).toEqual([]);
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
    expect(await findDisagreements()).toEqual([]);
  });

  it('leaves the overflow entries of edits and a deletion to the worker, which follows the current record', async () => {
    const { id } = await makeAsset(api, { source_info: many('one'), image_title: 'one109' });
    await dying(() => api.put(`${ASSETS}/${id}`, { source_info: many('two'), image_title: 'two109' }));
    await dying(() => api.put(`${ASSETS}/${id}`, { in_trash: true }));
    await ok(api.put(`${ASSETS}/${id}`, { image_title: null }));
    await drainAfterLease();
    expect(await findDisagreements()).toEqual([]);
    await dying(() => api.delete(`${ASSETS}/${id}`));
    await drainAfterLease();
    expect(await findDisagreements()).toEqual([]);
    expect((await allItems()).some(({ pk }) => pk === `ASSET#${id}`)).toBe(false);
  });
});
