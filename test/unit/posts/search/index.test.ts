import { afterEach, beforeEach, expect, it } from 'vitest';
import { drainEach } from '../../../../functions/events/backlog.ts';
import { drainOutbox } from '../../../../functions/events/jobs.ts';
import { createAuthor, editAuthor } from '../../../../shared/people/authors/write.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { purgeRemoved } from '../../../../shared/posts/publishing/jobs/purge.ts';
import { removePost } from '../../../../shared/posts/publishing/remove.ts';
import { indexAuthor } from '../../../../shared/posts/search/jobs.ts';
import { indexPosts } from '../../../../shared/posts/search/index-posts.ts';
import { INDEX_AUTHOR, INDEX_POST } from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { ADMIN, makePost, makePosts, useEngines } from '../../../support/aws/engines.ts';
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

function edit(id: number, input: object, action?: 'unpublish' | 'restore') {
  return editPost(id, { family: 'posts', input: input, action, ifMatch: undefined }, ADMIN);
}

function indexPost(job: { id: number }): Promise<void> {
  return indexPosts([job]);
}

async function jobs(): Promise<number> {
  return (await waiting(INDEX_POST)).length;
}

it("the index follows every change of a post's searchable fields, and ignores other fields", async () => {
  const draft = await makePost({ headline: 'Draft words' }, 'draft');
  expect(await jobs()).toBe(0);
  const { value } = await makePost({
    headline: 'First words',
    body: '<p>Body text</p>',
    tags: ['Tagged', '*desk'],
  });
  expect(await jobs()).toBe(1);
  await drain();
  await expectExactIndex();
  await edit(value.id, { photo_credit: 'Ada', sections: [0] });
  expect(await jobs()).toBe(0);
  const changes = [
    { headline: 'Second words' },
    { subheadline: 'Below' },
    { body: 'Another text' },
    { tags: ['Other'] },
    { created_ts: 1_600_000_000 },
  ];
  for (const change of changes) {
    await edit(value.id, change);
    expect(await jobs()).toBe(1);
    await drain();
    await expectExactIndex();
  }
  await edit(value.id, {}, 'unpublish');
  await drain();
  await expectExactIndex();
  await removePost(draft.value.id, 'drafts', ADMIN, undefined);
  expect(await jobs()).toBe(0);
});

it('the index keeps nothing of a post that is removed and purged', async () => {
  const [id = 0] = await makePosts(1, { headline: 'To be removed' });
  await removePost(id, 'posts', ADMIN, undefined);
  stopClock(100 * 86_400);
  expect(await purgeRemoved()).toBeGreaterThan(0);
  // The job of the removal is the last one.
  await drain();
  restoreClock();
  await expectExactIndex();
});

it('the index is exact after a worker dies at any call', async () => {
  const { value } = await makePost({ headline: 'one two three four', body: 'five six seven' });
  const texts = ['one eight', 'one two three', 'nine', 'one nine two'];
  for (let calls = 0; calls < 12; calls++) {
    await edit(value.id, { headline: texts[calls % 4], created_ts: 1_600_000_000 + (calls >> 1) });
    await withFaults(dyingAfter(calls), () => indexPost({ id: value.id })).catch(() => undefined);
    stopClock(LEASE_S * (calls + 1));
  }
  await indexPost({ id: value.id });
});

it('the index restores entries that a worker deleted before it died', async () => {
  const { value } = await makePost({ headline: 'here there' });
  await drain();
  await edit(value.id, { headline: 'here' });
  for (let calls = 2; calls < 9; calls++) {
    await withFaults(dyingAfter(calls), () => indexPost({ id: value.id })).catch(() => undefined);
    await edit(value.id, { headline: 'here there' });
    stopClock(LEASE_S * calls);
    await drain();
    await expectExactIndex();
    await edit(value.id, { headline: 'here' });
  }
});

it('the index is exact after several workers and writers at once', async () => {
  const ids = await makePosts(6, { headline: 'alpha beta' });
  const writer = async (id: number): Promise<void> => {
    for (const word of ['gamma', 'delta', 'beta']) {
      await edit(id, { headline: `alpha ${word}`, created_ts: 1_600_000_000 + word.length });
      await indexPost({ id });
    }
    await edit(id, {}, id % 2 ? 'unpublish' : undefined);
  };
  await Promise.all([...ids.map(writer), drainOutbox(() => true), drainOutbox(() => true)]);
});

it('the index follows the new name of an author, also after interruptions', async () => {
  const author = await createAuthor({ first_name: 'Ada', last_name: 'Nord' }, ADMIN);
  const { id } = author.value;
  const ids = await makePosts(20, { roar_author_ids: [id] });
  await drain();
  await editAuthor(id, { first_name: 'Ada', last_name: 'West' }, ADMIN, undefined);
  expect(await waiting(INDEX_AUTHOR)).toHaveLength(1);
  for (const calls of [0, 3, 9, 25, 60]) {
    await withFaults(dyingAfter(calls), () => drainEach(() => true)).catch(() => undefined);
    stopClock(LEASE_S * (1 + calls));
  }
  stopClock(LEASE_S);
  const rest = await indexAuthor({ author_id: id }, 0);
  expect(rest).toMatchObject({ author_id: id, after: expect.any(String) });
  await drain();
  expect(ids).toHaveLength(20);
  await editAuthor(id, { about_html: 'Reporter', first_name: 'Ada', last_name: 'West' }, ADMIN, undefined);
  expect(await waiting(INDEX_AUTHOR)).toEqual([]);
});

const WORDS = rounds(12_000, 260_000);

it(`the index holds as many of ${WORDS} different words of a body as fit`, async () => {
  const body = Array.from({ length: WORDS }, (_, index) => index.toString(36).padStart(7, 'x')).join(' ');
  const { value } = await makePost({ headline: 'Noise at the top', body });
  await drain();
  await removePost(value.id, 'posts', ADMIN, undefined);
  await drain();
});
