import { afterEach, beforeEach, expect, it } from 'vitest';
import { drainOutbox } from '../../../../functions/events/jobs.ts';
import { contentKey } from '../../../../shared/posts/record/record.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { removePost } from '../../../../shared/posts/publishing/remove.ts';
import { indexPosts } from '../../../../shared/posts/search/index-posts.ts';
import { Leases } from '../../../../shared/posts/search/leases.ts';
import { readNotes } from '../../../../shared/posts/search/note.ts';
import { INDEX_POST } from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { eventually } from '../../../support/api/api.ts';
import { ADMIN, makePosts, useEngines } from '../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { drain, waiting } from '../../../support/table/outbox.ts';
import { expectExactIndex } from '../../../support/table/search-index.ts';
import { rounds } from '../../../support/run/rounds.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';

useEngines();

/** Longer than the lease on a post's index entry. */
const LEASE_S = 61;

beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
});
afterEach(async () => {
  restoreClock();
  stopClock(7200);
  await drain();
  restoreClock();
  await expectExactIndex();
});

function edit(id: number, input: object, action?: 'unpublish') {
  return editPost(id, { family: 'posts', input, action, ifMatch: undefined }, ADMIN);
}

function jobsFor(ids: readonly number[]) {
  return ids.map(id => ({ id }));
}

it('indexPosts() indexes several posts with few calls', async () => {
  await makePosts(25, { headline: 'one two three', body: 'four five' });
  let calls = 0;
  await withFaults(
    () => {
      calls++;
    },
    () => drainOutbox(() => true),
  );
  await expectExactIndex();
  // Due items and their lease, the posts' notes and their lease, posts and authors, the new notes, entries by 25, the end of both.
  expect(calls).toBeLessThanOrEqual(16);
});

it('indexPosts() runs once for several jobs of one post', async () => {
  const [id = 0] = await makePosts(1, { headline: 'first' });
  for (const headline of ['second', 'third', 'fourth']) await edit(id, { headline });
  expect(await waiting(INDEX_POST)).toHaveLength(4);
  let reads = 0;
  await withFaults(
    command => {
      if (command === 'BatchGetItemCommand') reads++;
    },
    () => drainOutbox(() => true),
  );
  expect(reads).toBe(3);
});

it('the index is exact after a worker dies at any call while it indexes new, changed, unpublished and removed posts', async () => {
  const ids = await makePosts(8, { headline: 'alpha beta', body: 'gamma' });
  await drain();
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  for (let calls = 0; calls < 12; calls += rounds(3, 1)) {
    await edit(a, { headline: `alpha ${calls}` });
    await edit(b, { created_ts: 1_600_000_000 + calls });
    if (calls === 3) await edit(c, {}, 'unpublish');
    if (calls === 5) await removePost(d, 'posts', ADMIN, undefined);
    const fresh = await makePosts(1, { headline: `delta ${calls}` });
    await withFaults(dyingAfter(calls), () => indexPosts(jobsFor([...ids, ...fresh]))).catch(() => undefined);
    stopClock(LEASE_S * (calls + 1));
  }
});

it("indexPosts() indexes the other posts when one can't be read, and keeps its job with the error", async () => {
  const ids = await makePosts(6, { headline: 'epsilon' });
  const [broken = 0, ...others] = ids;
  const content = { ...contentKey(broken), content_version: 1, object: 'content/nowhere' };
  await new Transaction().put(content).commit();
  expect(await drainOutbox(() => true)).toBe(6);
  expect([...(await readNotes(ids)).keys()].sort()).toEqual(others.sort());
  expect(await waiting(INDEX_POST)).toMatchObject([
    { job: JSON.stringify({ id: broken }), attempts: 1, error: expect.any(String) },
  ]);
  await new Transaction()
    .put({ ...contentKey(broken), content_version: 1, text: '{"body":"","listicle":{}}' })
    .commit();
});

it('indexPosts() waits only for the posts that another worker has leased', async () => {
  const ids = await makePosts(5, { headline: 'zeta' });
  const [held = 0, ...others] = ids;
  const other = await Leases.take([held]);
  const indexing = indexPosts(jobsFor(ids));
  const freed = async () => {
    const notes = await readNotes(others);
    return others.filter(id => notes.get(id)?.leased_until === 0);
  };
  await eventually(freed, found => found.length === others.length);
  const third = await Leases.take(ids);
  expect(third.held.map(({ id }) => id).sort()).toEqual(others.sort());
  await Promise.all([third.release(), other.release()]);
  await indexing;
});

it('two workers that index the same posts at once give the result of one', async () => {
  const ids = await makePosts(12, { headline: 'eta theta' });
  await Promise.all([indexPosts(jobsFor(ids)), indexPosts(jobsFor([...ids].reverse())), drain(), drain()]);
});
