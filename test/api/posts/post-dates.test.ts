import { afterEach, describe, expect, it } from 'vitest';
import { advanceClock, restoreClock } from '../../support/time/clock.ts';
import { useApi } from '../../support/api/api.ts';
import { errorAnswer, makeDraft, makePost, ok, recently } from '../../support/resources/posts.ts';

const api = useApi({ timeZone: 'Pacific/Auckland' });
const PAST = 1_500_000_000;
function now(): number {
  return Math.floor(Date.now() / 1000);
}

afterEach(restoreClock);

describe('created_ts', () => {
  it('is stored as sent, in the past and in the future', async () => {
    const future = now() + 86_400;
    expect((await makePost(api, { created_ts: PAST })).created_ts).toBe(PAST);
    expect((await makePost(api, { created_ts: -1_000_000_000 })).created_ts).toBe(-1_000_000_000);
    expect((await makePost(api, { created_ts: future })).created_ts).toBe(future);
    const draft = await makeDraft(api, { created_ts: PAST });
    expect((await ok(api.put(`/drafts/${draft.id}`, { action: 'publish' }))).created_ts).toBe(PAST);
  });

  it('is the creation of a draft until its first publication replaces it', async () => {
    const draft = await makeDraft(api);
    expect(draft.created_ts).toBe(draft.inserted_ts);
    advanceClock(1);
    const post = await ok(
      api.put(`/drafts/${draft.id}`, { action: 'publish', created_ts: draft.created_ts }),
    );
    expect(post.created_ts).toBeGreaterThan(draft.created_ts);
    expect(post.last_published_ts).toBe(post.created_ts);
  });

  it('stays when the post is unpublished and published again', async () => {
    const post = await makePost(api);
    await ok(api.put(`/posts/${post.id}`, { action: 'unpublish' }));
    advanceClock(1);
    const again = await ok(api.put(`/drafts/${post.id}`, { action: 'publish' }));
    expect(again.created_ts).toBe(post.created_ts);
    expect(again.last_published_ts).toBeGreaterThan(post.created_ts);
  });

  it('becomes the first publication, or the creation before it, with null', async () => {
    const post = await makePost(api);
    await ok(api.put(`/posts/${post.id}`, { created_ts: PAST }));
    expect((await ok(api.put(`/posts/${post.id}`, { created_ts: null }))).created_ts).toBe(post.created_ts);
    const draft = await makeDraft(api, { created_ts: PAST });
    const cleared = await ok(api.put(`/drafts/${draft.id}`, { created_ts: null }));
    expect(cleared.created_ts).toBe(draft.inserted_ts);
    advanceClock(1);
    const published = await ok(api.put(`/drafts/${draft.id}`, { action: 'publish' }));
    expect(published.created_ts).toBeGreaterThan(draft.inserted_ts);
    expect((await makeDraft(api, { created_ts: null })).created_ts).toEqual(recently);
  });

  it('is formatted in the site’s time zone as formated_full_created_ts', async () => {
    const post = await makePost(api, { created_ts: Date.UTC(2024, 11, 31, 12, 5) / 1000 });
    expect(post.formated_full_created_ts).toBe('January 1, 2025 at 1:05 AM');
  });

  it.each([
    [1.5, 'created_ts: must be Unix seconds, an integer'],
    ['1500000000', 'created_ts: must be a number'],
    [10_000_000_000, 'created_ts: must lie within 100 years of now'],
    [-10_000_000_000, 'created_ts: must lie within 100 years of now'],
  ])('is refused as %j', async (created_ts, message) => {
    const reply = await api.post('/posts', { headline: 'x', created_ts });
    expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
  });
});

describe('updated_ts', () => {
  it('is the time of the last write unless the request sends it', async () => {
    const post = await makePost(api, { updated_ts: PAST });
    expect(post.updated_ts).toBe(PAST);
    expect((await ok(api.put(`/posts/${post.id}`, { media: 'x' }))).updated_ts).toEqual(recently);
    expect((await ok(api.put(`/posts/${post.id}`, { updated_ts: PAST }))).updated_ts).toBe(PAST);
    expect((await ok(api.put(`/posts/${post.id}`, { updated_ts: null }))).updated_ts).toEqual(recently);
  });

  it('stays unchanged with prevent_modifying_updated_ts 1 unless the request sends it', async () => {
    const { id } = await makePost(api, { updated_ts: PAST });
    const kept = await ok(api.put(`/posts/${id}`, { media: 'x', prevent_modifying_updated_ts: 1 }));
    expect(kept).toMatchObject({ media: 'x', updated_ts: PAST });
    const sent = await ok(api.put(`/posts/${id}`, { updated_ts: PAST + 1, prevent_modifying_updated_ts: 1 }));
    expect(sent.updated_ts).toBe(PAST + 1);
    const moved = await ok(api.put(`/posts/${id}`, { prevent_modifying_updated_ts: 0 }));
    expect(moved.updated_ts).toEqual(recently);
  });

  it('returns 400 with a prevent_modifying_updated_ts other than 0 and 1', async () => {
    const { id } = await makePost(api);
    const reply = await api.put(`/posts/${id}`, { prevent_modifying_updated_ts: 2 });
    expect(reply.body).toEqual(errorAnswer('invalid_input', 'prevent_modifying_updated_ts: must be 0 or 1'));
  });
});
