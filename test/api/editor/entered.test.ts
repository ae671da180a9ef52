import { expect, describe, it } from 'vitest';
import * as Table from '../../../shared/platform/store/port.ts';
import { readPage } from '../../../shared/platform/store/timeline.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { enterDrafts } from '../../../shared/posts/publishing/jobs/enter-drafts.ts';
import { enteredKey, isAddedTimeline, readEntered } from '../../../shared/posts/record/entered.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { allItems } from '../../support/table/table.ts';
import { REFERENCE_LIFE_MS } from '../../../shared/platform/core/cache.ts';
import { nowMs } from '../../../shared/platform/core/clock.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';
import { useApi, withoutSweeps } from '../../support/api/api.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';

const api = useApi({}, undefined, withoutSweeps);
const SOON_MS = 60_000;

/** Leaves the table as the version before the lists did. */
async function leaveOutLists(): Promise<void> {
  const added = (await allItems()).filter(({ pk }) => isAddedTimeline(String(pk).slice(2)));
  for (const { pk, sk } of [...added, enteredKey()]) await Table.delete({ Key: { pk, sk } });
}

async function list(query = ''): Promise<{ ids: number[]; incomplete: string | null }> {
  const reply = await api.get(`/editor/posts?state=draft,scheduled${query}`);
  return { ids: reply.body.map(({ id }: any) => id), incomplete: reply.headers.get('x-incomplete') };
}

describe('drafts that an earlier version stored', () => {
  it('enters drafts into the lists in the sweep, and until then the list says that it is incomplete', async () => {
    expect(await list()).toEqual({ ids: [], incomplete: null });
    const drafts = [await makeDraft(api), await makeDraft(api)];
    await leaveOutLists();

    // A list remembers for seconds that all drafts were entered.
    advanceClock(REFERENCE_LIFE_MS / 1000);
    expect(await list()).toEqual({ ids: [], incomplete: '1' });
    expect(await findDisagreements()).toEqual([]);
    await enterDrafts(nowMs() + SOON_MS);
    expect(await list()).toEqual({ ids: drafts.map(({ id }) => id).reverse(), incomplete: null });
    expect(await list('&author=me')).toEqual({ ids: drafts.map(({ id }) => id).reverse(), incomplete: null });
    restoreClock();
  });

  it('continues the walk after the last page that was entered', async () => {
    for (let count = 0; count < 101; count++) await makeDraft(api);
    await leaveOutLists();

    stopClock();
    const page = { timelines: ['draft'], offset: 0, limit: 1000, consistent: true };
    const { positions } = await readPage(page);
    await new Transaction().put({ ...enteredKey(), done: false, after: positions[49] }).commit();
    await enterDrafts(nowMs() + SOON_MS);
    restoreClock();
    const { ids, incomplete } = await list('&limit=100');
    expect({ incomplete, ids: ids.length }).toEqual({ incomplete: null, ids: positions.length - 50 });
    await new Transaction().put({ ...enteredKey(), done: false }).commit();
    await enterDrafts(nowMs() + SOON_MS);
    expect(await findDisagreements()).toEqual([]);
  });

  it('walks the drafts again after a quarter of an hour, because functions of that version may have written some', async () => {
    const { id } = await makeDraft(api);
    await leaveOutLists();
    stopClock();
    await new Transaction()
      .put({ ...enteredKey(), done: true, again_ts: Math.floor(nowMs() / 1000) + 900 })
      .commit();

    advanceClock(899);
    await enterDrafts(nowMs() + SOON_MS);
    expect((await list()).ids).not.toContain(id);
    advanceClock(1);
    await enterDrafts(nowMs() + SOON_MS);
    expect((await list()).ids).toContain(id);
    expect(await readEntered()).toEqual({ done: true });
    restoreClock();
  });

  it('drafts published during the walk don’t appear in the list of drafts again', async () => {
    const { id } = await makeDraft(api);
    await leaveOutLists();
    await Promise.all([enterDrafts(nowMs() + SOON_MS), ok(api.put(`/drafts/${id}`, { action: 'publish' }))]);
    expect((await list()).ids).not.toContain(id);
    expect(await findDisagreements()).toEqual([]);
  });
});
