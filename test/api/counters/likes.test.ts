import { beforeAll, describe, expect, it } from 'vitest';
import { toLike } from '../../../shared/posts/counters/likes/like.ts';
import { createRelation } from '../../../shared/platform/store/records/relation.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi } from '../../support/api/api.ts';
import { countCalls, commandsIn, named, tripsIn } from '../../support/costs/counted.ts';
import { useLikes } from '../../support/resources/likes.ts';
import {
  fetchIds,
  makeDraft,
  makePost,
  makeSection,
  readNext,
  ok,
  recently,
} from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({ features: { publicRead: true } }, named);
const UNKNOWN = 12_345;

const { readCount, like, likers, makeAuthors } = useLikes(api);

let admin: number;
beforeAll(() => {
  admin = api.stack.adminAuthorId;
});

describe('POST /posts/<id>/likes', () => {
  it('answers {} and adds the like to the post’s count and list', async () => {
    const { id } = await makePost(api);
    expect(await like(id, admin)).toMatchObject({ status: 200, body: {} });
    expect(await readCount(id)).toBe(1);
    expect(await ok(api.get(`/posts/${id}/likes`))).toEqual([
      { created_ts: recently, author: await ok(api.get(`/api/1.1/authors/${admin}`)) },
    ]);
    const [first] = await ok(api.get('/posts', { query: { limit: 1 } }));
    expect(first).toMatchObject({ id, likes: { count: 1 } });
  });

  it('accepts author_id as a string', async () => {
    const { id } = await makePost(api);
    await ok(like(id, String(admin)));
    expect(await likers(id)).toEqual([admin]);
  });

  it('changes nothing when the author already likes the post', async () => {
    const { id } = await makePost(api);
    await createRelation(toLike(id, admin), 1_600_000_000);
    expect(await like(id, admin)).toMatchObject({ status: 200, body: {} });
    expect(await readCount(id)).toBe(1);
    expect(await ok(api.get(`/posts/${id}/likes`))).toMatchObject([{ created_ts: 1_600_000_000 }]);
  });

  it('refuses a missing, malformed or unknown author_id', async () => {
    const { id } = await makePost(api);
    expectRefused(await like(id, undefined), 400, 'invalid_input', 'author_id: is required');
    for (const wrong of ['x', -1, 1.5, {}, null]) {
      expectRefused(await like(id, wrong), 400, 'invalid_input', /^author_id: must be an id/);
    }
    const message = `author_id: there is no author with the id ${UNKNOWN}`;
    expectRefused(await like(id, UNKNOWN), 400, 'invalid_input', message);
    expect(await readCount(id)).toBe(0);
  });

  it('returns 404 for an unknown post, a draft and a removed post', async () => {
    const draft = await makeDraft(api);
    const removed = await makePost(api);
    await ok(api.delete(`/posts/${removed.id}`));
    for (const id of [UNKNOWN, draft.id, removed.id])
      expectRefused(await like(id, admin), 404, 'not_found', new RegExp(`with the id ${id}$`));
    expectRefused(await api.post('/posts/x/likes', { author_id: admin }), 400, 'invalid_input', /^id: /);
  });

  it('returns 401 without a key on a site with publicRead', async () => {
    const { id } = await makePost(api);
    expectRefused(await like(id, admin, { key: null }), 401, 'api_key_missing');
  });
});

describe('DELETE /posts/<id>/likes/<author_id>', () => {
  it('removes the like, and changes nothing when there is none', async () => {
    const { id } = await makePost(api);
    const [reader] = await makeAuthors(1);
    await ok(like(id, admin));
    await ok(like(id, reader));
    for (let round = 0; round < 2; round++) {
      expect(await api.delete(`/posts/${id}/likes/${admin}`)).toMatchObject({ status: 200, body: {} });
      expect(await readCount(id)).toBe(1);
      expect(await likers(id)).toEqual([reader]);
    }
    await ok(like(id, admin));
    expect(await readCount(id)).toBe(2);
  });

  it('returns 404 for an unpublished post and an unknown author', async () => {
    const { id } = await makePost(api);
    const draft = await makeDraft(api);
    for (const path of [`${UNKNOWN}/likes/${admin}`, `${draft.id}/likes/${admin}`, `${id}/likes/${UNKNOWN}`])
      expectRefused(await api.delete(`/posts/${path}`), 404, 'not_found');
    expectRefused(await api.delete(`/posts/${id}/likes/me`), 400, 'invalid_input', /^author_id: /);
  });
});

describe('GET /posts/<id>/likes', () => {
  it('lists the newest likes first, page by page', async () => {
    const { id } = await makePost(api);
    const authors = await makeAuthors(5);
    for (const [index, author] of authors.entries())
      await createRelation(toLike(id, author), 1_700_000_000 + index);
    const newest = authors.toReversed();
    expect(await likers(id)).toEqual(newest);

    const first = await api.get(`/posts/${id}/likes`, { query: { limit: 2 } });
    const second = await api.get(readNext(first)!);
    const third = await api.get(readNext(second)!);
    const pages = [first, second, third].map(({ body }) => body.map(({ author }: any) => author.id));
    expect(pages).toEqual([newest.slice(0, 2), newest.slice(2, 4), newest.slice(4)]);
    expect(readNext(third)).toBeUndefined();
  });

  it('accepts a limit from 1 to 1,000', async () => {
    const { id } = await makePost(api);
    await ok(api.get(`/posts/${id}/likes`, { query: { limit: 1000 } }));
    for (const limit of [0, 1001, 'x', -1]) {
      const reply = await api.get(`/posts/${id}/likes`, { query: { limit } });
      expectRefused(reply, 400, 'invalid_input', 'limit: must be an integer from 1 to 1000');
    }
  });

  it('refuses a cursor of another post’s likes', async () => {
    const [one, other] = [await makePost(api), await makePost(api)];
    for (const author of await makeAuthors(2)) await ok(like(one.id, author));
    const next = readNext(await api.get(`/posts/${one.id}/likes`, { query: { limit: 1 } }))!;
    expectRefused(await api.get(next.replace(`${one.id}`, `${other.id}`)), 400, 'invalid_input', /^cursor: /);
  });

  it('answers [] for a post without likes, and 404 for an unpublished one', async () => {
    const { id } = await makePost(api);
    expect(await ok(api.get(`/posts/${id}/likes`))).toEqual([]);
    const draft = await makeDraft(api);
    for (const other of [draft.id, UNKNOWN])
      expectRefused(await api.get(`/posts/${other}/likes`), 404, 'not_found');
  });

  it('answers without a key, except for private posts', async () => {
    const section = await makeSection(api, { status: 1 });
    const [open, hidden] = [await makePost(api), await makePost(api, { sections: [section.id] })];
    for (const { id } of [open, hidden]) await ok(like(id, admin));
    expect(await ok(api.get(`/posts/${open.id}/likes`, { key: null }))).toHaveLength(1);
    expectRefused(await api.get(`/posts/${hidden.id}/likes`, { key: null }), 404, 'not_found');
  });
});

describe('likes by a key with the permissions read and engage', () => {
  it('lets a reader’s key like and unlike for its own author only', async () => {
    const { key, authorId } = await api.makeKey('Reader');
    const { id } = await makePost(api);
    await ok(like(id, authorId, { key }));
    expect(await likers(id)).toEqual([authorId]);
    await ok(api.delete(`/posts/${id}/likes/${authorId}`, { key }));
    const message = 'This key likes and follows for its own author only';
    expectRefused(await like(id, admin, { key }), 403, 'forbidden', message);
    expectRefused(await api.delete(`/posts/${id}/likes/${admin}`, { key }), 403, 'forbidden', message);
    expect(await likers(id)).toEqual([]);
  });

  it('limits a narrowed key to its own author even when the author’s role may write', async () => {
    const { key, authorId } = await api.makeKey('Editor', { permissions: ['read', 'engage'] });
    const { id } = await makePost(api);
    expect((await like(id, admin, { key })).status).toBe(403);
    await ok(like(id, authorId, { key }));
  });

  it('lets a key that may write like for any author', async () => {
    const { key } = await api.makeKey('Guest Writer');
    const { id } = await makePost(api);
    await ok(like(id, admin, { key }));
  });
});

describe.skipIf(DEPLOYED)('AWS calls for likes', () => {
  it('reads a post with its counts in one call and a list of ten in two', async () => {
    for (let index = 0; index < 10; index++) await makePost(api);
    const [newest] = await fetchIds(api, '/posts');
    expect(commandsIn(await countCalls(() => ok(api.get(`/posts/${newest}`))))).toEqual(['Query']);
    const list = () => ok(api.get('/posts', { query: { limit: 10 } }));
    expect(commandsIn(await countCalls(list))).toEqual(['Query', 'BatchGetItem']);
  });

  it('takes two calls to like, three to unlike and two parallel ones to list, for any number of likes', async () => {
    const { id } = await makePost(api);
    for (const author of await makeAuthors(10)) await ok(like(id, author));
    const list = () => ok(api.get(`/posts/${id}/likes`));
    await list();
    const liking = await countCalls(() => ok(like(id, admin)));
    expect(commandsIn(liking)).toEqual(['GetItem', 'TransactWriteItems']);
    const listing = await countCalls(list);
    expect(commandsIn(listing).sort()).toEqual(['GetItem', 'Query']);
    expect(tripsIn(listing)).toBe(1);
    const unliking = await countCalls(() => ok(api.delete(`/posts/${id}/likes/${admin}`)));
    expect(commandsIn(unliking)).toEqual(['GetItem', 'GetItem', 'TransactWriteItems']);
  });
});

describe('GET /posts/<id>/likes without a key', () => {
  it('ends a page early when the authors have long texts, with a link to the rest', async () => {
    const { id } = await makePost(api);
    const about_html = '<p>About <b>this</b>. </p>'.repeat(3800);
    const authors = await makeAuthors(5);
    for (const author of authors) {
      await ok(api.put(`/api/1.1/authors/${author}`, { first_name: 'A', last_name: 'B', about_html }));
      await ok(like(id, author));
    }
    const pages: number[][] = [];
    for (let path: string | undefined = `/posts/${id}/likes`; path !== undefined;) {
      const reply = await api.get(path, { key: null });
      pages.push(reply.body.map((shown: { author: { id: number } }) => shown.author.id));
      path = readNext(reply);
    }
    expect(pages.map(({ length }) => length)).toEqual([3, 2]);
    expect(pages.flat().sort()).toEqual([...authors].sort());
    expect((await ok(api.get(`/posts/${id}/likes`))).length).toBe(5);
  });
});
