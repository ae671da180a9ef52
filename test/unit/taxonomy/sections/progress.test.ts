import fc from 'fast-check';
import { nowMs } from '../../../../shared/platform/core/clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drainOutbox } from '../../../../functions/events/jobs.ts';
import { listPostSections } from '../../../../shared/posts/record/record.ts';
import { reassign } from '../../../../shared/posts/publishing/jobs/reassign.ts';
import { getSection } from '../../../../shared/taxonomy/sections/list.ts';
import {
  isProgress,
  moveProgress,
  progressIn,
  type Progress,
} from '../../../../shared/taxonomy/sections/progress.ts';
import { SECTION } from '../../../../shared/taxonomy/sections/record.ts';
import { createSection, editSection } from '../../../../shared/taxonomy/sections/write.ts';
import { OUTBOX_PARTITION } from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { processItem } from '../../../../shared/platform/store/outbox/outbox.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { allowDisagreements, findDisagreements } from '../../../support/table/checked-table.ts';
import { ADMIN, makePosts, useEngines } from '../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { drain } from '../../../support/table/outbox.ts';
import { allItems, postsAmong } from '../../../support/table/table.ts';
import { rounds } from '../../../support/run/rounds.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';

useEngines();
allowDisagreements(/^(?:terms|number: POST_TAGS)\b/, 'the jobs of the indexes are not run');

const MANY = rounds(200, 600);
/** Longer than a lease and than the longest delay after a failure. */
const LATER_S = 3700;

beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
});
afterEach(() => {
  restoreClock();
});

/** Leaves only the re-assignment to work on. */
async function emptyOutbox(): Promise<void> {
  const items = (await allItems()).filter(({ pk }) => pk === OUTBOX_PARTITION);
  for (let start = 0; start < items.length; start += 100) {
    const transaction = new Transaction();
    for (const { pk, sk } of items.slice(start, start + 100))
      transaction.delete({ pk: String(pk), sk: String(sk) });
    await transaction.commit();
  }
}

async function readShown(id: number): Promise<Progress | undefined> {
  return (await getSection(SECTION, id, ADMIN)).body.reassignment;
}

describe('the progress of a re-assignment', () => {
  it('never decreases, and ends when every post is re-assigned, at any death of a worker', async () => {
    const ids = await makePosts(MANY, { tags: ['long'] });
    await emptyOutbox();
    const { value } = await createSection(SECTION, { title: 'Long', url: 'long', tags: ['long'] });
    expect(await readShown(value.id)).toEqual({ state: 'waiting', done: 0, total: null });

    let last = 0;
    const look = async (): Promise<boolean> => {
      const progress = await readShown(value.id);
      if (!progress) return false;
      expect(progress.done).toBeGreaterThanOrEqual(last);
      if (progress.state === 'running') expect(progress.total).toBe(MANY);
      last = progress.done;
      return true;
    };
    const deaths = fc.sample(fc.integer({ min: 0, max: 120 }), rounds(2, 6));
    for (const calls of [150, ...deaths]) {
      stopClock(LATER_S);
      await withFaults(dyingAfter(calls), () => drainOutbox(() => true)).catch(() => undefined);
      if (!(await look())) break;
    }
    expect(last, `after deaths at ${deaths.join()}`).toBeGreaterThanOrEqual(100);
    stopClock(LATER_S);
    await Promise.all([drain(), drain()]);

    expect(await readShown(value.id)).toBeUndefined();
    const items = await allItems();
    expect(items.filter(isProgress)).toEqual([]);
    expect(await findDisagreements()).toEqual([]);
    const posts = postsAmong(items).filter(({ id }) => ids.includes(id));
    expect(posts.filter(post => !listPostSections(post).includes(value.id))).toEqual([]);
  });

  it('adds up two simultaneous edits, each of which ends by itself', async () => {
    await makePosts(120, { tags: ['a', 'b'] });
    const { value, job } = await createSection(SECTION, { title: 'AB', url: 'ab', tags: ['a'] });
    const second = await editSection(SECTION, value.id, { tags: ['a', 'b'] }, undefined);
    const until = nowMs() + 60_000;
    await processItem(job!, state => reassign(state, { posts: 100, until }));
    expect(await readShown(value.id)).toEqual({ state: 'running', done: 100, total: null });
    await processItem(second.job!, state => reassign(state, { posts: 110, until }));
    expect(await readShown(value.id)).toEqual({ state: 'running', done: 210, total: 240 });
    await processItem(second.job!, state => reassign(state, { posts: Infinity, until }));
    expect(await readShown(value.id)).toEqual({ state: 'running', done: 100, total: 120 });
    stopClock(LATER_S);
    await drain();
    expect(await readShown(value.id)).toBeUndefined();
  });

  it('is not stored again by a worker after its end, and not reduced by a slower worker', async () => {
    const { value, job } = await createSection(SECTION, { title: 'Late', url: 'late', tags: ['late'] });
    const { progress } = JSON.parse(job!.job) as { progress: string };
    await moveProgress(progress, 300, 250);
    await moveProgress(progress, 200, 250);
    expect(await readShown(value.id)).toEqual({ state: 'running', done: 300, total: 300 });
    stopClock(LATER_S);
    await drain();
    await moveProgress(progress, 400, 500);
    expect(await readShown(value.id)).toBeUndefined();
  });

  it('reports a failed call, so that the job is repeated', async () => {
    const moving = withFaults(dyingAfter(0), () => moveProgress('0000000000000001#reassignment#1', 1, 2));
    await expect(moving).rejects.toThrow('the process is dead');
  });

  it('progress is added up by section', () => {
    const item = (sk: string, fields: object) => ({ sk, state: 'waiting', done: 0, total: null, ...fields });
    const found = progressIn([
      item('0000000000000005#reassignment#1', { state: 'running', done: 7, total: 9 }),
      item('0000000000000005#reassignment#2', { state: 'running', done: 1, total: 2 }),
      item('0000000000000006#reassignment#3', {}),
      item('0000000000000007#reassignment#4', {}),
      item('0000000000000007#reassignment#5', { state: 'running', done: 3, total: 5 }),
    ]);
    expect([...found]).toEqual([
      [5, { state: 'running', done: 8, total: 11 }],
      [6, { state: 'waiting', done: 0, total: null }],
      [7, { state: 'running', done: 3, total: null }],
    ]);
  });
});
