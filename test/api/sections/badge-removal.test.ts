import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteBadge } from '../../../shared/taxonomy/badges/removal.ts';
import { readPosts } from '../../../shared/posts/record/read.ts';
import { TIMELINE } from '../../../shared/posts/record/timelines.ts';
import { removeBadge } from '../../../shared/posts/publishing/jobs/remove-badge-job.ts';
import { savePost } from '../../../shared/posts/publishing/save.ts';
import { sectionDirectory } from '../../../shared/taxonomy/sections/read.ts';
import { Contention } from '../../../shared/platform/store/retry.ts';
import { countEntries } from '../../../shared/platform/store/timeline.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { withFaults } from '../../support/aws/faults.ts';
import { plantImages } from '../../support/records/media-records.ts';
import { drainAfterLease } from '../../support/table/outbox.ts';
import { allItems, postsAmong } from '../../support/table/table.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { errorAnswer, makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';

// These tests provoke errors that would fill the log.
process.env.LOG_LEVEL = 'silent';

const api = useApi();
let image = 0;
let stays: any;

beforeAll(async () => {
  image = (await plantImages(1))[0]!;
  stays = await aBadge();
});

// Neither the time for a request's own part of a job nor a lease is over before its test lets it.
beforeEach(() => stopClock());
afterEach(restoreClock);

function aBadge(): Promise<any> {
  return ok(api.post('/badges', { name: 'B', image_id: image }));
}

function many<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}

function soon() {
  return Math.floor(Date.now() / 1000) + 3600;
}

/** Ids of the posts in any state whose record has the badge, and the number of entries in the badge's timeline. */
async function having(badge: number): Promise<{ posts: number[]; entries: number }> {
  const posts = postsAmong(await allItems()).filter(({ badges }) => badges.includes(badge));
  return { posts: posts.map(({ id }) => id), entries: await countEntries([TIMELINE.badge(badge)]) };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map(item => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

const NONE = { posts: [], entries: 0 };

describe('badge deletion', () => {
  it('removes the badge from posts in every state before it answers and changes nothing else of them', async () => {
    const gone = await aBadge();
    const badges = [gone.id, stays.id];
    const [draft, scheduled, post, removed, removedDraft] = [
      await makeDraft(api, { badges, tags: ['x'] }),
      await makeDraft(api, { badges }),
      await makePost(api, { badges: [stays.id, gone.id], updated_ts: 1_700_000_000, tags: ['x'] }),
      await makePost(api, { badges, tags: ['x'] }),
      await makeDraft(api, { badges: [gone.id] }),
    ];
    await ok(api.put(`/scheduled_posts/${scheduled.id}`, { scheduled_at: soon() }));
    await ok(api.delete(`/posts/${removed.id}`));
    await ok(api.delete(`/drafts/${removedDraft.id}`));
    expect(await having(gone.id)).toMatchObject({ entries: 5 });

    expect(await ok(api.delete(`/badges/${gone.id}`))).toEqual({});

    expect(await having(gone.id)).toEqual(NONE);
    const without = { badges: [stays.id], badges_details: [stays] };
    expect(await ok(api.get(`/posts/${post.id}`))).toEqual({ ...post, ...without });
    expect(await ok(api.get(`/drafts/${draft.id}`))).toEqual({ ...draft, ...without });
    expect(await ok(api.get(`/scheduled_posts/${scheduled.id}`))).toMatchObject(without);
    expect(await ok(api.put(`/posts/${removed.id}`, { action: 'restore' }))).toMatchObject(without);
    expect(await ok(api.put(`/drafts/${removedDraft.id}`, { action: 'restore' }))).toMatchObject({
      badges: [],
    });
    expect(await findDisagreements()).toEqual([]);
  });

  it('keeps the automatic sections of the posts from which it removes the badge correct', async () => {
    const gone = await aBadge();
    const section = await makeSection(api, { tags: ['judged'] });
    const { id } = await makePost(api, { badges: [gone.id], tags: ['judged'] });
    await ok(api.delete(`/badges/${gone.id}`));
    expect(await ok(api.get(`/posts/${id}`))).toMatchObject({ badges: [], auto_sections: [section.id] });
    await ok(api.put(`/sections/${section.id}`, { tags: [] }));
    expect(await ok(api.get(`/posts/${id}`))).toMatchObject({ auto_sections: [] });
  });

  it.skipIf(DEPLOYED)(
    'answers when a call of its own part fails, and continues in the background',
    async () => {
      const gone = await aBadge();
      const { id } = await makePost(api, { badges: [gone.id] });
      let transactions = 0;
      // The first one deletes the badge, the second one rewrites the post.
      const failOnce = (command: string): void => {
        if (command === 'TransactWriteItemsCommand' && ++transactions === 2) throw new Error('no answer');
      };
      expect(await withFaults(failOnce, () => ok(api.delete(`/badges/${gone.id}`)))).toEqual({});
      expect(await having(gone.id)).toEqual({ posts: [id], entries: 1 });
      await drainAfterLease();
      expect(await having(gone.id)).toEqual(NONE);
    },
  );

  it('continues in the background when many posts have the badge', async () => {
    const gone = await aBadge();
    const made = await many(170, () => makePost(api, { badges: [gone.id] }));
    await ok(api.delete(`/badges/${gone.id}`));

    const left = (await having(gone.id)).posts.length;
    expect(left).toBeLessThanOrEqual(20);
    await eventually(
      () => having(gone.id),
      ({ posts, entries }) => posts.length === 0 && entries === 0,
    );
    expect((await ok(api.get(`/posts/${made[0].id}`))).badges).toEqual([]);
  });
});

describe('deleted badges', () => {
  it('returns 400 when a post names a deleted badge', async () => {
    const gone = await aBadge();
    const { id } = await makeDraft(api);
    await ok(api.delete(`/badges/${gone.id}`));
    const message = `badges: there is none with the id ${gone.id}`;
    for (const reply of [
      await api.post('/posts', { headline: 'x', badges: [gone.id] }),
      await api.put(`/drafts/${id}`, { badges: [stays.id, gone.id] }),
    ])
      expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
  });

  it('omits a deleted badge from badges_details of posts that still name it and accepts their edits', async () => {
    const gone = await aBadge();
    const { id } = await makeDraft(api, { badges: [gone.id, stays.id] });
    await deleteBadge(gone.id, undefined);

    const shown = await ok(api.get(`/drafts/${id}`));
    expect(shown).toMatchObject({ badges: [gone.id, stays.id], badges_details: [stays] });
    expect((await api.put(`/drafts/${id}`, { ...shown, headline: 'Sent back' })).status).toBe(200);
    await drainAfterLease();
    expect(await ok(api.get(`/drafts/${id}`))).toMatchObject({ headline: 'Sent back', badges: [stays.id] });
  });

  it('rejects the commit of a post whose badge is deleted after the checks', async () => {
    const gone = await aBadge();
    const { id } = await makePost(api);
    const [current] = await readPosts([id], { content: false, consistent: true });
    const directory = await sectionDirectory();
    await ok(api.delete(`/badges/${gone.id}`));

    const next = { ...current!.value, badges: [gone.id] };
    await expect(savePost({ current: current!, next, directory })).rejects.toBeInstanceOf(Contention);
    expect(await having(gone.id)).toEqual(NONE);
  });
});

describe('badge removal job', () => {
  it('resumes where it stopped and changes nothing when it is repeated', async () => {
    const gone = await aBadge();
    await many(7, () => makePost(api, { badges: [gone.id] }));
    const { job } = await deleteBadge(gone.id, undefined);
    const budget = { posts: 3, until: Infinity };

    const first = await removeBadge(JSON.parse(job), budget);
    expect(first).toEqual({ badge_id: gone.id, after: expect.any(String) });
    expect((await having(gone.id)).posts).toHaveLength(4);
    const second = await removeBadge(first, budget);
    expect((await having(gone.id)).posts).toHaveLength(1);
    expect(await removeBadge(second, { posts: 3, until: 0 })).toEqual(second);
    expect(await removeBadge(second, budget)).toBeUndefined();
    expect(await having(gone.id)).toEqual(NONE);
    const versions = postsAmong(await allItems());
    for (const state of [JSON.parse(job), first, second])
      expect(await removeBadge(state, budget)).toBeUndefined();
    expect(postsAmong(await allItems())).toEqual(versions);
  });

  it('finds posts whose new date lies in the range that is already done', async () => {
    const gone = await aBadge();
    const [oldest] = [
      await makePost(api, { badges: [gone.id] }),
      await many(3, () => makePost(api, { badges: [gone.id] })),
    ];
    const { job } = await deleteBadge(gone.id, undefined);
    const state = await removeBadge(JSON.parse(job), { posts: 2, until: Infinity });
    await ok(api.put(`/posts/${oldest.id}`, { created_ts: soon() }));

    await removeBadge(state, { posts: 100, until: Infinity });
    expect(await having(gone.id)).toEqual(NONE);
  });

  it('completes through the outbox worker after a crash, once its lease expires', async () => {
    const gone = await aBadge();
    await many(12, () => makeDraft(api, { badges: [gone.id] }));
    const { job } = await deleteBadge(gone.id, undefined);
    // The returned progress is lost, as in a crash.
    await removeBadge(JSON.parse(job), { posts: 5, until: Infinity });
    expect((await having(gone.id)).posts).toHaveLength(7);

    await drainAfterLease();
    expect(await having(gone.id)).toEqual(NONE);
  });

  it('misses no post that is written at the same time and undoes no edit', async () => {
    const gone = await aBadge();
    const posts = await many(24, () => makePost(api, { badges: [gone.id] }));
    const drafts = await many(8, () => makeDraft(api, { badges: [gone.id] }));
    const writes: (() => Promise<unknown>)[] = [
      ...posts.slice(0, 6).map(
        ({ id }) =>
          () =>
            ok(api.put(`/posts/${id}`, { headline: `Edited ${id}` })),
      ),
      // The date moves a post in its other timelines.
      ...posts.slice(6, 12).map(
        ({ id }) =>
          () =>
            ok(api.put(`/posts/${id}`, { created_ts: soon() + 1e6 })),
      ),
      ...posts.slice(12, 16).map(
        ({ id }) =>
          () =>
            ok(api.put(`/posts/${id}`, { action: 'unpublish' })),
      ),
      ...posts.slice(16, 20).map(
        ({ id }) =>
          () =>
            ok(api.delete(`/posts/${id}`)),
      ),
      // These are refused when they come after the deletion.
      ...posts.slice(20).map(
        ({ id }) =>
          () =>
            api.put(`/posts/${id}`, { badges: [stays.id, gone.id] }),
      ),
      ...drafts.map(
        ({ id }) =>
          () =>
            ok(api.put(`/drafts/${id}`, { action: 'publish' })),
      ),
      ...drafts.map(() => () => api.post('/posts', { headline: 'New', badges: [gone.id] })),
    ];
    const deletion = () => api.delete(`/badges/${gone.id}`);
    const middle = writes.length / 2;
    const sent = shuffled(writes).toSpliced(middle, 0, deletion);
    const replies = await Promise.all(sent.map(send => send()));

    expect(replies[middle]).toMatchObject({ status: 200, body: {} });
    expect(await having(gone.id)).toEqual(NONE);
    const items = await allItems();
    expect(await findDisagreements()).toEqual([]);
    const byId = new Map(postsAmong(items).map(post => [post.id, post]));
    for (const { id } of posts.slice(0, 6)) expect(byId.get(id)?.headline).toBe(`Edited ${id}`);
    for (const { id } of posts.slice(6, 12)) expect(byId.get(id)?.created_ts).toBeGreaterThan(soon());
    for (const { id } of posts.slice(12, 16)) expect(byId.get(id)?.status).toBe('draft');
    for (const { id } of posts.slice(16, 20)) expect(byId.get(id)?.status).toBe('removed');
    for (const { id } of drafts) expect(byId.get(id)?.status).toBe('published');
  });
});

describe('badges of a post', () => {
  it('returns 400 when a post names more than twenty badges', async () => {
    const badges = await many(21, async () => (await aBadge()).id as number);
    const reply = await api.post('/posts', { headline: 'x', badges });
    expect(reply.body).toEqual(errorAnswer('invalid_input', 'badges: must have at most 20 items'));
    expect((await makePost(api, { badges: badges.slice(1) })).badges).toEqual(badges.slice(1));
  });

  it('removes the badge from a post with more timeline entries than fit one transaction', async () => {
    const badges = await many(40, async () => (await aBadge()).id as number);
    const tags = (name: string) => Array.from({ length: 100 }, (_, index) => `${name} ${index}`);
    const { id } = await makePost(api, { badges: badges.slice(0, 20), tags: tags('a') });
    await ok(api.put(`/posts/${id}`, { badges: badges.slice(20), tags: tags('b') }));
    expect(await findDisagreements()).toEqual([]);

    await ok(api.delete(`/badges/${badges[39]}`));
    // The worker repeats the request's own part, of which a call may fail on a slow machine.
    await drainAfterLease();
    expect((await ok(api.get(`/posts/${id}`))).badges).toEqual(badges.slice(20, 39));
  });

  it('stores a repeated badge only once', async () => {
    expect((await makePost(api, { badges: [stays.id, String(stays.id)] })).badges).toEqual([stays.id]);
  });
});
