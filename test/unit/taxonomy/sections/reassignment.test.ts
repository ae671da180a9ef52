import { afterEach, beforeEach, expect, it } from 'vitest';
import { nowMs } from '../../../../shared/platform/core/clock.ts';
import { drainOutbox } from '../../../../functions/events/jobs.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { recomputeSections } from '../../../../shared/posts/publishing/membership.ts';
import { reassign } from '../../../../shared/posts/publishing/jobs/reassign.ts';
import { savePost } from '../../../../shared/posts/publishing/save.ts';
import { readSections } from '../../../../shared/taxonomy/sections/read.ts';
import { SECTION } from '../../../../shared/taxonomy/sections/record.ts';
import { deleteSection } from '../../../../shared/taxonomy/sections/remove.ts';
import { createSection, editSection, type Written } from '../../../../shared/taxonomy/sections/write.ts';
import { REASSIGNMENT } from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { processItem } from '../../../../shared/platform/store/outbox/outbox.ts';
import { findDisagreements } from '../../../support/table/checked-table.ts';
import { ADMIN, makePost, makePosts, useEngines } from '../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { drain, waiting } from '../../../support/table/outbox.ts';
import { allItems, postsAmong } from '../../../support/table/table.ts';
import { rounds, RUNS_ALL } from '../../../support/run/rounds.ts';
import { restoreClock, stopClock, stopClockAtLatest } from '../../../support/time/clock.ts';

useEngines();

const MANY = rounds(130, 230);
/** Longer than the leases of the outbox and of the search index. */
const LEASE_S = 61;

beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
});
afterEach(async () => {
  // An item expires at most so long after the time at which it was stored.
  stopClockAtLatest();
  expect(await waiting(REASSIGNMENT)).toEqual([]);
  expect(await findDisagreements()).toEqual([]);
  restoreClock();
});

function section(url: string, tags: string[] = []): Promise<Written> {
  return createSection(SECTION, { title: url, url, tags });
}

/** The distinct memberships of these posts: explicit, then automatic. */
async function memberships(ids: readonly number[]): Promise<number[][][]> {
  const posts = postsAmong(await allItems()).filter(({ id }) => ids.includes(id));
  const texts = posts.map(post => JSON.stringify([post.explicit_sections, post.auto_sections]));
  return [...new Set(texts)].map(text => JSON.parse(text) as number[][]);
}

it('a re-assignment continues where it stopped, and its item stores the position', async () => {
  const ids = await makePosts(MANY, { tags: ['cursor'] });
  const { job, value } = await section('cursor', ['cursor']);
  const until = nowMs() + 60_000;
  await processItem(job!, state => reassign(state, { posts: 120, until }));
  expect(await memberships(ids)).toHaveLength(2);
  const [item] = await waiting(REASSIGNMENT);
  const rest = JSON.parse(String(item!.job)) as unknown;
  expect(rest).toMatchObject({ timeline: 0, after: expect.stringMatching(/^\d{12}#\d{16}$/) });
  expect(await reassign(rest, { posts: 120, until: 0 })).toEqual(rest);
  await drain();
  expect(await memberships(ids)).toEqual([[[], [value.id]]]);
});

it('a re-assignment is complete after a worker dies at any call, and with two workers at once', async () => {
  const ids = await makePosts(MANY, { tags: ['crash'] });
  const { value } = await section('crash', ['crash']);
  for (const calls of RUNS_ALL ? [0, 1, 2, 3, 4, 5, 6, 7, 11, 30, 77, 150] : [0, 2, 5, 30]) {
    stopClock(LEASE_S);
    await withFaults(dyingAfter(calls), () => drainOutbox(() => true)).catch(() => undefined);
    expect(await findDisagreements()).toEqual([]);
    expect(await waiting(REASSIGNMENT)).toHaveLength(1);
  }
  stopClock(LEASE_S);
  await Promise.all([drain(), drain()]);
  expect(await memberships(ids)).toEqual([[[], [value.id]]]);
});

it('one of two workers executes a re-assignment', async () => {
  const ids = await makePosts(30, { tags: ['two'] });
  await drain();
  const { value } = await section('two', ['two']);
  expect(await drainOutbox(() => true)).toBe(0);
  stopClock(LEASE_S);
  const counts = await Promise.all([drainOutbox(() => true), drainOutbox(() => true)]);
  expect(counts.sort()).toEqual([0, 1]);
  expect(await memberships(ids)).toEqual([[[], [value.id]]]);
});

it('a re-assignment is complete when sections and posts are written at the same time', async () => {
  const ids = await makePosts(MANY, { tags: ['busy'] });
  const { value } = await section('busy', ['busy']);
  stopClock(LEASE_S);
  const edit = (id: number, tags: string[]) =>
    editPost(id, { family: 'posts', input: { tags }, ifMatch: undefined }, ADMIN);
  const writing = async (): Promise<void> => {
    for (const id of ids.slice(0, 20)) await edit(id, []);
    await editSection(SECTION, value.id, { tags: ['nothing'] }, undefined);
    for (const id of ids.slice(20, 40)) await edit(id, ['nothing']);
  };
  await Promise.all([drain(), writing(), drain()]);
  stopClock(LEASE_S);
  await drain();
  expect(await memberships(ids.slice(20, 40))).toEqual([[[], [value.id]]]);
  expect(await memberships([...ids.slice(0, 20), ...ids.slice(40)])).toEqual([[[], []]]);
});

it('a deletion moves every post of the section to the destination, re-assigned before or not', async () => {
  const ids = await makePosts(60, { tags: ['early'] });
  const untagged = await makePosts(5, { tags: ['given back'] });
  const [destination, gone] = [await section('destination'), await section('gone', ['given back'])];
  stopClock(LEASE_S);
  await drain();
  const { job } = await editSection(SECTION, gone.value.id, { tags: ['early'] }, undefined);
  await processItem(job!, state => reassign(state, { posts: 25, until: Infinity }));
  await deleteSection(gone.value.id, destination.value.id, undefined);
  stopClock(LEASE_S);
  await drain();
  expect(await memberships(ids)).toEqual([[[destination.value.id], []]]);
  expect(await memberships(untagged)).toEqual([[[], []]]);
});

it('the version guard stops a post that was computed from an outdated directory', async () => {
  const { value } = await section('guard', ['guard']);
  const outdated = await readSections();
  await editSection(SECTION, value.id, { tags: [] }, undefined);
  const current = await makePost({ tags: ['guard'] });
  const next = recomputeSections(current.value, outdated);
  expect(next.auto_sections).toEqual([value.id]);
  await expect(savePost({ current, next, directory: outdated })).rejects.toThrow('A section has changed');
  stopClock(LEASE_S);
  await drain();
});

it('the job raises the version guard when the process died after the commit, and finds posts written before', async () => {
  const { value } = await section('crashed', []);
  const outdated = await readSections();
  let commits = 0;
  const die = (command: string): void => {
    // The first transaction writes the section, the second raises the guard.
    if (command.startsWith('TransactWrite') && ++commits > 1) throw new Error('the process is dead');
  };
  await withFaults(die, () => editSection(SECTION, value.id, { tags: ['crashed'] }, undefined));
  expect((await readSections()).head.rev).toBe(outdated.head.rev + 1);
  const save = async () => {
    const current = await makePost({ tags: ['crashed'] });
    const next = recomputeSections(current.value, outdated);
    await savePost({ current, next, directory: outdated });
    return current.value.id;
  };
  const early = await save();
  expect(await memberships([early])).toEqual([[[], []]]);
  stopClock(LEASE_S);
  await drain();
  expect(await memberships([early])).toEqual([[[], [value.id]]]);
  await expect(save()).rejects.toThrow('A section has changed');
});
