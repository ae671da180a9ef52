import { beforeEach, describe, expect, it } from 'vitest';
import { readRecord } from '../../../shared/posts/record/read.ts';
import { postKey } from '../../../shared/posts/record/record.ts';
import { markKey, orderKey } from '../../../shared/taxonomy/sections/record.ts';
import { hasVersion, isNew } from '../../../shared/platform/store/condition.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { allItems } from '../../support/table/table.ts';
import { eventually, useApi, type Reply } from '../../support/api/api.ts';
import { arranged, makePostsOfOneSecond, newestFirst } from '../../support/resources/editorial-order.ts';
import {
  errorAnswer,
  fetchIds,
  makeDraft,
  makePost,
  makeSection,
  ok,
} from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } });

let section: any;
/** Oldest first. */
let posts: number[];
let path: string;
let list: string;

function setOrder(ids: readonly number[], headers: Record<string, string> = {}): Promise<Reply> {
  return api.put(path, { post_ids: ids }, { headers });
}

async function order(of = path): Promise<number[]> {
  return (await ok(api.get(of))).post_ids;
}

async function etag(): Promise<string> {
  return (await api.get(path)).headers.get('etag')!;
}

/** The expected list when the editorial order has these posts. */
function expectedList(ids: readonly number[]): number[] {
  return arranged(posts, ids);
}

beforeEach(async () => {
  section = await makeSection(api);
  posts = await makePostsOfOneSecond(api, 8, { sections: [section.id] });
  path = `/sections/${section.id}/order`;
  list = `/posts/section?section_name=${section.id}`;
});

describe('the editorial order of a section', () => {
  it('starts empty, is returned as set and puts its posts first in the section’s list', async () => {
    expect(await order()).toEqual([]);
    const [a, b, c] = [posts[1]!, posts[6]!, posts[0]!];
    const reply = await setOrder([a, b, c]);
    expect([reply.status, reply.body]).toEqual([200, { post_ids: [a, b, c] }]);
    expect(await order()).toEqual([a, b, c]);
    expect(await fetchIds(api, list)).toEqual(expectedList([a, b, c]));
    await ok(setOrder([c, a]));
    expect(await fetchIds(api, list)).toEqual(expectedList([c, a]));
    await ok(setOrder([]));
    expect(await fetchIds(api, list)).toEqual(expectedList([]));
  });

  it('arranges the front page when it is set for section 0', async () => {
    const home = await makePostsOfOneSecond(api, 4, { sections: [0] });
    await ok(api.put('/sections/0/order', { post_ids: [home[1], home[0]] }));
    expect(await order('/sections/0/order')).toEqual([home[1], home[0]]);
    expect(await fetchIds(api, '/posts/frontpage')).toEqual([home[1], home[0], home[3], home[2]]);
    expect(await fetchIds(api, '/posts/section?section_name=Home&limit=2')).toEqual([home[1], home[0]]);
    await ok(api.delete(`/posts/${home[1]}`));
    expect(await order('/sections/0/order')).toEqual([home[0]]);
  });

  it('applies to lists without a key, which omit private posts', async () => {
    const hidden = await makeSection(api, { status: 1 });
    const [only] = await makePostsOfOneSecond(api, 1, { sections: [hidden.id] });
    await ok(api.put(`/sections/${hidden.id}/order`, { post_ids: [only] }));
    await ok(setOrder([posts[3]!]));
    const open = { key: null };
    expect(await fetchIds(api, list, open)).toEqual(expectedList([posts[3]!]));
    expect(await fetchIds(api, `/posts/section?section_name=${hidden.id}`, open)).toEqual([]);
    expect((await api.get(path, open)).status).toBe(401);
  });

  it('supports include_fields and exclude_fields in the list that it arranges', async () => {
    await ok(setOrder([posts[2]!]));
    expect((await api.get(`${list}&limit=1&include_fields=id,headline`)).body).toEqual([
      { id: posts[2], headline: 'A post' },
    ]);
    const [first] = await ok(api.get(`${list}&limit=1&exclude_fields=body`));
    expect(first).toMatchObject({ id: posts[2] });
    expect(first).not.toHaveProperty('body');
  });
});

describe('PUT /sections/<id>/order', () => {
  it('returns 400 and names each post that is unknown, a draft, removed, outside the section or repeated', async () => {
    const [draft, elsewhere, gone] = [
      await makeDraft(api, { sections: [section.id] }),
      await makePost(api),
      posts.pop()!,
    ];
    await ok(api.delete(`/posts/${gone}`));
    const reply = await setOrder([posts[0]!, 5, draft.id, gone, elsewhere.id]);
    expect([reply.status, reply.body]).toEqual([
      400,
      errorAnswer(
        'invalid_input',
        'post_ids.1: the post 5 does not exist',
        `post_ids.2: the post ${draft.id} is not published`,
        `post_ids.3: the post ${gone} does not exist`,
        `post_ids.4: the post ${elsewhere.id} is not in the section`,
      ),
    ]);
    const twice = await setOrder([posts[0]!, posts[1]!, posts[0]!]);
    expect(twice.body).toEqual(
      errorAnswer('invalid_input', `post_ids.2: the post ${posts[0]} is named twice`),
    );
    expect(await order()).toEqual([]);
  });

  it.each([{}, { post_ids: null }, { post_ids: ['x'] }, { post_ids: Array.from({ length: 201 }, () => 1) }])(
    'returns 400 for post_ids that are not a list of at most 200 ids, case %#',
    async body => {
      const reply = await api.put(path, body);
      expect([reply.status, reply.body.status.messages[0]]).toEqual([
        400,
        expect.stringMatching(/^post_ids/),
      ]);
    },
  );

  it('returns 404 for an unknown section', async () => {
    expect((await api.get('/sections/77/order')).status).toBe(404);
    expect((await api.put('/sections/77/order', { post_ids: [1] })).status).toBe(404);
  });

  it('requires publish_post to write an order and any key to read it', async () => {
    const { key } = await api.makeKey('Guest Writer');
    expect((await api.get(path, { key })).status).toBe(200);
    expect((await api.put(path, { post_ids: [] }, { key })).status).toBe(403);
  });
});

describe('two editors of one order', () => {
  it('returns 412 to one of two editors who send the same If-Match', async () => {
    const read = await etag();
    const replies = await Promise.all([
      setOrder([posts[0]!], { 'if-match': read }),
      setOrder([posts[1]!], { 'if-match': read }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = replies.find(({ status }) => status === 200)!;
    expect(await order()).toEqual(winner.body.post_ids);
    const next = await setOrder([posts[2]!], { 'if-match': winner.headers.get('etag')! });
    expect(next.status).toBe(200);
  });

  it('keeps one of the orders whole when the editors send no If-Match', async () => {
    const [a, b] = [posts.slice(0, 5), newestFirst(posts.slice(3))];
    for (let round = 0; round < 5; round++) {
      await Promise.all([ok(setOrder(a)), ok(setOrder(b)), ok(setOrder([]))]);
      expect([a, b, []]).toContainEqual(await order());
    }
  });
});

describe('posts that leave an editorial order', () => {
  const ordered = (): number[] => [posts[2]!, posts[5]!, posts[0]!];
  const others = (): number[] => [posts[2]!, posts[0]!];

  beforeEach(async () => {
    await ok(setOrder(ordered()));
  });

  it.each([
    [
      'removed and restored',
      async (id: number) => {
        await ok(api.delete(`/posts/${id}`));
        await ok(api.put(`/posts/${id}`, { action: 'restore' }));
      },
    ],
    [
      'unpublished and published',
      async (id: number) => {
        await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
        await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
      },
    ],
    [
      'taken out of the section and put back',
      async (id: number) => {
        await ok(api.put(`/posts/${id}`, { sections: [0] }));
        await ok(api.put(`/posts/${id}`, { sections: [section.id, 0] }));
      },
    ],
  ])('drops a post from the order for good when the post is %s', async (_how, leave) => {
    await leave(posts[5]!);
    expect(await order()).toEqual(others());
    expect(await fetchIds(api, list)).toEqual(expectedList(others()));
    await ok(setOrder(ordered()));
    expect(await order()).toEqual(ordered());
  });

  it('drops posts that a change of the section’s tags takes out, in the background too', async () => {
    await ok(api.put(`/sections/${section.id}`, { tags: ['leaving'] }));
    const tagged = await makePostsOfOneSecond(api, 170, { tags: ['leaving'] });
    const [oldest, last] = [tagged[0]!, tagged.at(-1)!];
    await ok(setOrder([oldest, posts[1]!, last]));
    expect(await fetchIds(api, `${list}&limit=3`)).toEqual([oldest, posts[1], last]);
    await ok(api.put(`/sections/${section.id}`, { tags: [] }));
    const all = () => fetchIds(api, `${list}&limit=100`);
    await eventually(all, seen => seen.length === posts.length);
    expect(await order()).toEqual([posts[1]]);
    expect(await all()).toEqual(expectedList([posts[1]!]));
  });

  it('keeps a post through edits that leave it in the section', async () => {
    await ok(api.put(`/posts/${posts[5]}`, { headline: 'New', created_ts: 1_780_000_000, tags: ['x'] }));
    expect(await order()).toEqual(ordered());
    expect(await fetchIds(api, `${list}&limit=3`)).toEqual(ordered());
  });

  it('drops a post from an order that is set at the same time as the post leaves', async () => {
    for (const id of posts) {
      await Promise.all([setOrder([id]), ok(api.put(`/posts/${id}`, { sections: [] }))]);
      expect(await order()).not.toContain(id);
      await ok(api.put(`/posts/${id}`, { sections: [section.id] }));
      expect(await order()).not.toContain(id);
    }
  });

  it('ignores a mark that a crash left behind before its order was written', async () => {
    const id = posts[5]!;
    await ok(api.put(`/posts/${id}`, { sections: [] }));
    await ok(api.put(`/posts/${id}`, { sections: [section.id] }));
    const { version } = await readRecord(id);
    const marking = new Transaction().check(postKey(id), hasVersion(version));
    await marking.put({ ...markKey(section.id, id), mark: 1 }, isNew).commit();
    expect(await order()).toEqual(others());
    await ok(setOrder(others()));
    const marks = (await allItems()).filter(({ pk }) => pk === orderKey.partition(section.id));
    expect(marks).toHaveLength(1 + others().length);
  });
});

describe('section deletion', () => {
  it('deletes the section’s editorial order and every mark', async () => {
    const other = await makeSection(api);
    await ok(setOrder(posts));
    await ok(api.delete(`/sections/${section.id}`, { query: { destination_section_id: other.id } }));
    expect((await api.get(path)).status).toBe(404);
    expect((await setOrder([])).status).toBe(404);
    expect((await allItems()).filter(({ pk }) => pk === orderKey.partition(section.id))).toEqual([]);
    expect(await order(`/sections/${other.id}/order`)).toEqual([]);
    expect(await fetchIds(api, `/posts/section?section_name=${other.id}`)).toEqual(expectedList([]));
  });
});
