import { describe, expect, it } from 'vitest';
import { nowMs } from '../../../shared/platform/core/clock.ts';
import { sweepUnpublished, readSearched } from '../../../shared/posts/search/unpublished.ts';
import { purgeRemoved } from '../../../shared/posts/publishing/jobs/purge.ts';
import { INDEX_POST, INDEX_UNPUBLISHED } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { drain, waiting } from '../../support/table/outbox.ts';
import { allItems } from '../../support/table/table.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';
import { eventually, useApi, withoutSweeps } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({}, undefined, withoutSweeps);
const soon = Math.floor(Date.now() / 1000) + 86_400;
let number = 0;

function ownWord(): string {
  return `word${++number}x`;
}

async function found(q: string, query: Record<string, string> = {}): Promise<number[]> {
  return (await ok(api.get('/editor/posts', { query: { q, ...query } }))).map(({ id }: any) => id);
}

async function publicly(phrase: string): Promise<number[]> {
  return (await ok(api.get('/posts/search', { query: { phrase } }))).map(({ id }: any) => id);
}

/** The stack's own worker may have taken the jobs. */
async function settle(): Promise<void> {
  await drain();
  await eventually(
    () => waiting(INDEX_POST, INDEX_UNPUBLISHED),
    jobs => jobs.length === 0,
  );
}

/** A sweep, and the jobs that wait. */
async function sweep(): Promise<void> {
  await settle();
  await sweepUnpublished(nowMs() + 60_000);
  await settle();
}

async function termsOf(word: string): Promise<string[]> {
  const keys = (await allItems()).map(({ pk }) => String(pk));
  return keys.filter(pk => pk.endsWith(`term#${word}`));
}

describe('GET /editor/posts with q', () => {
  it('finds posts in every state by their words, and public search finds the published one', async () => {
    const word = ownWord();
    const fields = { headline: `A ${word} in it` };
    const draft = await makeDraft(api, { ...fields, body: '<p>of <i>secret plans</i></p>' });
    const scheduled = await makeDraft(api, fields);
    await ok(api.put(`/scheduled_posts/${scheduled.id}`, { scheduled_at: soon }));
    const published = await makePost(api, fields);
    const removed = await makePost(api, fields);
    await ok(api.delete(`/posts/${removed.id}`));
    await sweep();

    const all = [draft.id, scheduled.id, published.id, removed.id].sort();
    for (const sort of ['updated', 'created']) expect((await found(word, { sort })).sort()).toEqual(all);
    expect(await found(word)).toEqual(await found(word, { sort: 'created' }));
    expect(await found(word, { state: 'removed' })).toEqual([removed.id]);
    expect(await found(word, { state: 'draft' })).toEqual([draft.id]);
    expect(await found(word, { sort: 'due' })).toEqual([scheduled.id]);
    expect(await found(`${word} "secret plans"`)).toEqual([draft.id]);
    expect(await found(`${word} plans`, { author: 'me' })).toEqual([draft.id]);
    expect(await found(`${word} "plans secret"`)).toEqual([]);
    expect(await found('?!')).toEqual([]);
    expect(await publicly(word)).toEqual([published.id]);
  });

  it('follows a post through its states and changes, with entries in one index only', async () => {
    const [word, other] = [ownWord(), ownWord()];
    const { id } = await makeDraft(api, { headline: word });
    await sweep();
    expect(await termsOf(word)).toEqual([`T#unpublished-term#${word}`]);
    await ok(api.put(`/drafts/${id}`, { headline: other }));
    await sweep();
    expect([await found(word), await found(other)]).toEqual([[], [id]]);

    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    await settle();
    expect(await termsOf(other)).toEqual([`T#term#${other}`]);
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    await settle();
    expect(await termsOf(other)).toEqual([`T#unpublished-term#${other}`]);
    await ok(api.delete(`/drafts/${id}`));
    await settle();
    expect(await found(other)).toEqual([id]);
    expect(await findDisagreements()).toEqual([]);
  });

  it('finds a draft that was changed without a new time of its update', async () => {
    const word = ownWord();
    const { id } = await makeDraft(api, { updated_ts: 1_600_000_000 });
    stopClock();
    await sweep();
    advanceClock(600);
    await sweep();
    await ok(api.put(`/editor/posts/${id}`, { headline: word, prevent_modifying_updated_ts: 1 }));
    await settle();
    restoreClock();
    expect(await found(word)).toEqual([id]);
  });

  it('indexes a draft once, however often it was saved before the sweep, and not again', async () => {
    const word = ownWord();
    const { id } = await makeDraft(api, { headline: word });
    for (const text of ['one', 'two', 'three']) await ok(api.put(`/drafts/${id}`, { body: text }));
    await sweep();
    const before = (await allItems()).find(({ pk }) => pk === `UNPUBLISHED_TERMS#${id}`);
    expect(before).toMatchObject({ version: 4, complete: true, leased_until: 0 });
    await sweep();
    expect((await allItems()).find(({ pk }) => pk === `UNPUBLISHED_TERMS#${id}`)).toEqual(before);
  });

  it('forgets the words of a purged post', async () => {
    const word = ownWord();
    const { id } = await makeDraft(api, { headline: word });
    await sweep();
    await ok(api.delete(`/drafts/${id}`));
    stopClock();
    advanceClock(91 * 86_400);
    expect(await purgeRemoved()).toBeGreaterThan(0);
    await settle();
    restoreClock();
    expect(await termsOf(word)).toEqual([]);
  });

  it('goes on from where the last sweep was, but goes back for writes that commit late', async () => {
    stopClock();
    await sweep();
    advanceClock(600);
    const { id } = await makeDraft(api);
    await sweep();
    const early = (await readSearched()).after['draft-updated'] ?? '';
    expect(early).not.toContain(String(id));
    advanceClock(181);
    await sweep();
    const { done, after } = await readSearched();
    restoreClock();
    expect(done).toBe(true);
    expect(after['draft-updated']).toContain(String(id));
  });
});
