import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment } from '../../../shared/platform/core/environment.ts';
import * as Table from '../../../shared/platform/store/port.ts';
import type { Item } from '../../../shared/platform/store/table.ts';
import { BACKFILLS } from '../../../shared/posts/publishing/jobs/backfills.ts';
import { advanceClock, restoreClock, stopClockAt } from '../time/clock.ts';
import { allowDisagreements, findDisagreements } from '../table/checked-table.ts';
import { DEPLOYED } from '../deployed/functions.ts';
import { allItems } from '../table/table.ts';
import { readFrozenSet, type FrozenSet } from '../../upgrade/stored.ts';
import { eventually, useApi, withoutSweeps } from '../api/api.ts';
import { ok } from './posts.ts';

/** Longer than anything is cached. */
const CACHED_FOR_S = 60;
/** The rollups of views, the latest jobs, are due at the end of their hour. */
const ALL_DUE_AFTER_S = 7200;
const MAX_BATCH = 25;

async function writeAll(requests: readonly object[]): Promise<void> {
  for (let start = 0; start < requests.length; start += MAX_BATCH) {
    const batch = { [environment().TABLE_NAME]: requests.slice(start, start + MAX_BATCH) };
    await Table.batchWrite({ RequestItems: batch });
  }
}

/** Replaces the content of the table, at the time at which its items were stored. */
async function load({ items, storedMs }: FrozenSet): Promise<void> {
  const present = await allItems();
  await writeAll(present.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));
  await writeAll(items.map(Item => ({ PutRequest: { Item } })));
  stopClockAt(storedMs + CACHED_FOR_S * 1000);
}

function jobsAmong(items: readonly Item[]): Item[] {
  return items.filter(({ pk }) => /^(OUTBOX|WEBHOOK_EVENTS)/.test(String(pk)));
}

/**
 * Reads and changes what a version stored. Each set has a test file, and so a service of its own: a delivery worker of an earlier set
 * would write into the table of the next.
 */
export function testFrozenItems(version: string): void {
  const set = readFrozenSet(version);
  const api = useApi({}, undefined, withoutSweeps);
  const call = { key: set.adminKey };
  allowDisagreements(/^object: .* is missing/, 'A set has items, no files.');

  describe.skipIf(DEPLOYED)(`items that version '${version}' stored`, () => {
    beforeAll(() => load(set));
    afterAll(restoreClock);

    it.each(set.reads)(
      'are answered as that version answered them: $path',
      async ({ path, status, body }) => {
        const reply = await api.get(path, call);

        expect(reply.status).toBe(status);
        if (status === 200) expect(reply.body).toMatchObject(body);
      },
    );

    it('can be edited, and the current worker completes their stored jobs', async () => {
      const [post] = set.reads.filter(({ path }) => /^\/posts\/\d+$/.test(path));
      advanceClock(ALL_DUE_AFTER_S);
      await ok(api.put(`/posts/${post!.body.id}`, { subheadline: 'Edited' }, call));

      await eventually(
        async () => jobsAmong(await allItems()),
        jobs => jobs.length === 0,
      );
      const revised = await ok(api.get('/posts/search', { ...call, query: { phrase: 'revised' } }));
      expect(revised).toMatchObject([{ headline: 'Long read, revised' }]);
      await backfillAll();
      expect(await findDisagreements()).toEqual([]);
    });
  });
}

/** Enters the records into lists that their version did not have, as the sweep does. */
async function backfillAll(): Promise<void> {
  for (const { pk, sk } of await allItems()) {
    const backfill = BACKFILLS.find(({ prefix }) => sk === 'record' && String(pk).startsWith(prefix));
    await backfill?.enter(Number(String(pk).slice(backfill.prefix.length)));
  }
}
