import { beforeAll, describe, expect, it } from 'vitest';
import { forgetLikes } from '../../../shared/posts/counters/likes/forget.ts';
import { toLike } from '../../../shared/posts/counters/likes/like.ts';
import { purgeRemoved } from '../../../shared/posts/publishing/jobs/purge.ts';
import { entryKey } from '../../../shared/platform/store/timeline.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { allItems } from '../../support/table/table.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { named } from '../../support/costs/counted.ts';
import { useLikes } from '../../support/resources/likes.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { sabotaged } from '../../support/api/sabotage.ts';
import { rounds } from '../../support/run/rounds.ts';
import { times } from '../../support/values/times.ts';

const api = useApi({ features: { publicRead: true } }, named);

const DAY_S = 86_400;

const { readCount, like, likers, makeAuthors } = useLikes(api);

let admin: number;
beforeAll(() => {
  admin = api.stack.adminAuthorId;
});

describe('simultaneous likes', () => {
  it('counts each author when many like one post at the same time', async () => {
    const LIKES = rounds(25, 100);
    const { id } = await makePost(api);
    const authors = await makeAuthors(LIKES);
    await Promise.all(authors.map(author => ok(like(id, author))));
    expect(await readCount(id)).toBe(LIKES);
    expect((await likers(id)).sort((a, b) => a - b)).toEqual(authors.sort((a, b) => a - b));
  });

  it('stores one like when an author likes a post 20 times at once', async () => {
    const { id } = await makePost(api);
    await Promise.all(times(20, () => ok(like(id, admin))));
    expect(await readCount(id)).toBe(1);
    expect(await likers(id)).toEqual([admin]);
  });

  it('leaves no like when an author takes it back 20 times at once', async () => {
    const { id } = await makePost(api);
    await ok(like(id, admin));
    await Promise.all(times(20, () => ok(api.delete(`/posts/${id}/likes/${admin}`))));
    expect(await readCount(id)).toBe(0);
    expect(await likers(id)).toEqual([]);
  });

  it('keeps count and list equal when authors like and unlike at once', async () => {
    const { id } = await makePost(api);
    const authors = await makeAuthors(5);
    await Promise.all(
      authors.flatMap(author =>
        times(12, index =>
          ok(index % 2 === 0 ? like(id, author) : api.delete(`/posts/${id}/likes/${author}`)),
        ),
      ),
    );
    expect(await readCount(id)).toBe((await likers(id)).length);
    for (const author of authors) await ok(like(id, author));
    expect(await readCount(id)).toBe(5);
    expect(new Set(await likers(id))).toEqual(new Set(authors));
  });
});

describe.skipIf(DEPLOYED)('like whose transaction fails', () => {
  it('stores nothing when the transaction fails, and the whole like on retry', async () => {
    const { id } = await makePost(api);
    const broken = await sabotaged(new Error('no answer'), () => like(id, admin), [
      'TransactWriteItemsCommand',
    ]);
    expect(broken.status).toBe(500);
    expect([await readCount(id), await likers(id)]).toEqual([0, []]);
    await ok(like(id, admin));
    expect([await readCount(id), await likers(id)]).toEqual([1, [admin]]);
  });
});

describe('likes of a removed post', () => {
  it('hides the likes of a removed post and shows them again on restore', async () => {
    const { id } = await makePost(api);
    await ok(like(id, admin));
    await ok(api.delete(`/posts/${id}`));
    expect((await api.get(`/posts/${id}/likes`)).status).toBe(404);
    expect((await ok(api.put(`/posts/${id}`, { action: 'restore' }))).likes.count).toBe(1);
    expect(await likers(id)).toEqual([admin]);
  });

  it('deletes the likes when the post is purged', async () => {
    const { id } = await makePost(api);
    await ok(like(id, admin));
    await ok(api.post(`/posts/${id}/page_views`));
    await ok(api.delete(`/posts/${id}`));
    await purgeRemoved(Date.now() / 1000 + 91 * DAY_S);
    // Any write wakes the outbox's worker.
    await makeDraft(api);
    await eventually(
      async () => (await findItems(id)).map(({ pk }) => String(pk)),
      // The views of others, and the mark that outdates the month's sitemap, expire by themselves; the sweep takes the mark of revisions.
      left => left.every(pk => /^(?:(?:VIEWS|SAFE#sitemap)#|REVISIONS$)/.test(pk)),
    );
  });

  it('deletes a thousand likes in slices, and resumes after a failed slice', async () => {
    const id = 1_000_000;
    await seedLikes(id, 1000);
    const job = { post_id: id };
    const cut = sabotaged(new Error('cut off'), () => forgetLikes(job, 0), ['TransactWriteItemsCommand']);
    await expect(cut).rejects.toThrow('cut off');
    expect(await findItems(id)).toHaveLength(2000);

    expect(await forgetLikes(job, 0)).toEqual(job);
    expect(await findItems(id)).toHaveLength(1200);
    expect(await forgetLikes(job, Infinity)).toBeUndefined();
    expect(await findItems(id)).toEqual([]);
    expect(await forgetLikes(job, Infinity)).toBeUndefined();
  });
});

async function findItems(id: number) {
  return (await allItems()).filter(({ pk, sk }) => [pk, sk].some(key => String(key).includes(`${id}`)));
}

async function seedLikes(post: number, count: number): Promise<void> {
  for (let start = 0; start < count; start += 50) {
    const transaction = new Transaction();
    for (let author = start; author < start + 50; author++) {
      const { key, timeline, id } = toLike(post, author);
      transaction.put({ ...key, created_ts: author }).put(entryKey({ timeline, ts: author, id }));
    }
    await transaction.commit();
  }
}
