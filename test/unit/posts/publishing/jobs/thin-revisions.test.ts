import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../../../shared/platform/core/clock.ts';
import { putItem } from '../../../../../shared/platform/store/put.ts';
import { getItem, queryItems } from '../../../../../shared/platform/store/table.ts';
import { editPost } from '../../../../../shared/posts/publishing/edit.ts';
import { purgeRemoved } from '../../../../../shared/posts/publishing/jobs/purge.ts';
import { thinRevisions } from '../../../../../shared/posts/publishing/jobs/thin-revisions.ts';
import { removePost } from '../../../../../shared/posts/publishing/remove.ts';
import { restorePost } from '../../../../../shared/posts/publishing/restore.ts';
import { readPost } from '../../../../../shared/posts/record/read.ts';
import { postKey } from '../../../../../shared/posts/record/record.ts';
import { readRevision } from '../../../../../shared/posts/revisions/read.ts';
import {
  revisionContentKey,
  revisionKey,
  thinningKey,
  type RevisionMark,
} from '../../../../../shared/posts/revisions/record.ts';
import { configureSite, parseSite } from '../../../../../shared/platform/site/site.ts';
import { ADMIN, makePost, useEngines } from '../../../../support/aws/engines.ts';
import { beforeFirst, dyingAfter, withFaults } from '../../../../support/aws/faults.ts';
import { keptByRule } from '../../../../support/records/kept-revisions.ts';
import { postRecord } from '../../../../support/records/post-record.ts';
import { restoreClock, stopClock, stopClockAt } from '../../../../support/time/clock.ts';
import { randomFrom } from '../../../../support/values/random.ts';
import { times } from '../../../../support/values/times.ts';

useEngines();

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** The beginning of an hour of today, so that what is written at it is of one hour. */
const START_MS = Math.floor(Date.now() / (HOUR_S * 1000)) * HOUR_S * 1000;

beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
  stopClockAt(START_MS);
});
// The next test finds no marks of this one's posts.
afterEach(async () => {
  await thinAfter(1000);
  restoreClock();
});

async function make(body: string): Promise<number> {
  return (await makePost({ headline: 'Bridge', body }, 'draft')).value.id;
}

async function edit(id: number, input: object): Promise<void> {
  await editPost(id, { family: 'drafts', input, ifMatch: undefined }, ADMIN);
}

async function keys(pk: string): Promise<string[]> {
  return (await queryItems({ pk, consistent: true })).map(({ sk }) => String(sk));
}

async function versions(id: number): Promise<number[]> {
  return (await keys(revisionKey.partition(id))).map(Number);
}

function contents(id: number): Promise<string[]> {
  return keys(revisionContentKey.partition(id));
}

function thinAfter(days: number): Promise<number> {
  return thinRevisions(() => true, START_MS / 1000 + days * DAY_S);
}

async function marks(id: number): Promise<string[]> {
  return (await keys(thinningKey.pk)).filter(sk => sk.endsWith(String(id)));
}

describe('thinRevisions()', () => {
  it('drops the revisions that the rule drops, with the contents that no other one names', async () => {
    const id = await make('one');
    for (const body of ['two', 'one', 'three', 'two']) await edit(id, { body });
    expect(await contents(id)).toHaveLength(3);

    expect(await thinAfter(0.9)).toBe(0);
    expect(await versions(id)).toEqual([1, 2, 3, 4]);
    expect(await thinAfter(3)).toBe(1);
    expect(await versions(id)).toEqual([4]);
    expect(await contents(id)).toHaveLength(1);
    expect((await readRevision(id, 4, ADMIN)).content?.body).toBe('three');
    // The newest one is never dropped, so that there is nothing to drop again.
    expect(await marks(id)).toEqual([]);
  });

  it('finds a post whose first change an earlier release made, which puts no mark', async () => {
    const id = await make('one');
    await putItem({ ...(await getItem(postKey(id), { consistent: true }))!, version: 2 });
    await edit(id, { headline: 'A' });
    expect(await versions(id)).toEqual([2]);
    expect(await marks(id)).toHaveLength(1);
  });

  it('puts a mark for the day on which there is something to drop again', async () => {
    const id = await make('one');
    await edit(id, { headline: 'A' });
    stopClockAt(START_MS + 60_000);
    await edit(id, { headline: 'B' });
    stopClockAt(START_MS + 2 * DAY_S * 1000);
    await edit(id, { headline: 'C' });
    await thinAfter(3);
    expect(await versions(id)).toEqual([2, 3]);
    expect(await marks(id)).toHaveLength(2);
    await thinAfter(300);
    expect(await versions(id)).toEqual([2, 3]);
    expect(await marks(id)).toHaveLength(1);
    await thinAfter(367);
    expect(await versions(id)).toEqual([3]);
    expect(await marks(id)).toEqual([]);
  });

  it('puts one mark on each day of changes', async () => {
    const id = await make('one');
    for (const day of [0, 1, 1, 5, 5, 5]) {
      stopClockAt(START_MS + day * DAY_S * 1000);
      await edit(id, { headline: `On day ${day}` });
    }
    expect(await marks(id)).toHaveLength(3);
  });

  it('keeps a content that a simultaneous change names again', async () => {
    const id = await make('one');
    for (const body of ['two', 'one', 'three']) await edit(id, { body });
    // The post has the body of version 2 again, whose content is about to be dropped, and another one replaces it.
    const others = async () => {
      await edit(id, { body: 'two' });
      await edit(id, { body: 'four' });
    };
    await withFaults(beforeFirst('TransactWriteItemsCommand', others), () => thinAfter(3));
    expect(await versions(id)).toContain(5);
    for (const version of await versions(id))
      expect((await readRevision(id, version, ADMIN)).content?.body).toBe(version === 5 ? 'two' : 'three');
  });

  it('keeps the revisions of a post that an import makes at the same time', async () => {
    const id = await make('one');
    await edit(id, { body: 'two' });
    await removePost(id, 'drafts', ADMIN, undefined);
    stopClock(100 * DAY_S);
    expect(await purgeRemoved(nowTs())).toBe(1);
    const restore = () =>
      restorePost(postRecord({ id, basename: `b${id}` }), { body: 'two', listicle: {} }, 0, 3);
    // Only the mark of the purge is due.
    await withFaults(beforeFirst('TransactWriteItemsCommand', restore), () => thinAfter(0.5));
    expect((await readPost(id, { consistent: true })).version).toBe(3);
    expect(await versions(id)).toEqual([1, 2]);
  });

  it('loses none that the rule keeps while the post is changed, and leaves each one whole', async () => {
    const id = await make('body 0');
    const bodies = new Map([[1, 'body 0']]);
    const all: RevisionMark[] = [];
    const draw = randomFrom(3);
    for (const round of times(8, index => index)) {
      stopClockAt(START_MS + round * 4 * DAY_S * 1000);
      const thinning = times(3, () => thinRevisions());
      for (const number of times(5, index => index)) {
        stopClock(Math.floor(draw() * HOUR_S));
        const body = `body ${Math.floor(draw() * 4)}`;
        await edit(id, number === 2 ? { headline: `Headline ${round}` } : { body });
        const { version, content } = await readPost(id, { consistent: true });
        all.push({ version: version - 1, replacedTs: nowTs(), isPublished: false, content: '' });
        bodies.set(version, content?.body ?? '');
      }
      await Promise.all(thinning);
      expect(await versions(id)).toEqual(expect.arrayContaining(keptByRule(all, nowTs(), 365)));
      for (const version of await versions(id))
        expect((await readRevision(id, version, ADMIN)).content?.body).toBe(bodies.get(version));
    }
    await thinAfter(33);
    expect(await versions(id)).toEqual(keptByRule(all, START_MS / 1000 + 33 * DAY_S, 365));
  });

  it('finishes what a dead process began', async () => {
    const id = await make('one');
    for (const number of times(60, index => index)) await edit(id, { body: `body ${number}` });
    for (const calls of [3, 4])
      await withFaults(dyingAfter(calls), () => thinAfter(3)).catch(() => undefined);
    for (const version of await versions(id)) await readRevision(id, version, ADMIN);
    await thinAfter(3);
    expect(await versions(id)).toEqual([60]);
    expect(await contents(id)).toHaveLength(1);
    expect(await marks(id)).toEqual([]);
  });

  it('drops none, and no change makes one, where the site keeps no revisions', async () => {
    const id = await make('one');
    await edit(id, { headline: 'A' });
    await edit(id, { headline: 'B' });
    configureSite(parseSite({ limits: { revisionDays: 0 } }));
    await edit(id, { headline: 'C' });
    await thinAfter(900);
    configureSite(parseSite({}));
    expect(await versions(id)).toEqual([1, 2]);
  });
});
