import { rounds } from '../../support/run/rounds.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { orderKey } from '../../../shared/taxonomy/sections/record.ts';
import { allItems } from '../../support/table/table.ts';
import { useApi, type Reply } from '../../support/api/api.ts';
import { arranged, makePostsOfOneSecond, newestFirst } from '../../support/resources/editorial-order.ts';
import { fetchIds, makeSection, readNext, ok } from '../../support/resources/posts.ts';
import { byCursor, byOffset } from '../../support/api/walk.ts';

/** Posts of a large order: up to 200 are allowed. */
const MANY = rounds(50, 200);
const api = useApi({ features: { publicRead: true } });

let section: any;
/** Oldest first. */
let posts: number[];
let path: string;
let list: string;

function setOrder(ids: readonly number[], headers: Record<string, string> = {}): Promise<Reply> {
  return api.put(path, { post_ids: ids }, { headers });
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

describe('pages of a list with an editorial order', () => {
  it.each([1, 2, 3, 5, 7, 8, 9])(
    'returns pages of %i by offset and by cursor across the end of the editorial order',
    async limit => {
      for (const count of [0, 1, 3, 8]) {
        const chosen = [...posts.slice(1), posts[0]!].slice(0, count);
        await ok(setOrder(chosen));
        const query = { section_name: section.id, limit };
        const ids = (found: any[]): number[] => found.map(({ id }) => id);
        expect(ids(await byCursor(api, '/posts/section', query))).toEqual(expectedList(chosen));
        expect(ids(await byOffset(api, '/posts/section', query))).toEqual(expectedList(chosen));
        const full = await api.get(`${list}&limit=8`);
        expect(readNext(full)).toBeUndefined();
      }
    },
  );

  it('accepts an offset with a cursor, and only cursors of this list', async () => {
    await ok(setOrder([posts[4]!, posts[3]!]));
    const next = readNext(await api.get(`${list}&limit=1`))!;
    expect(await fetchIds(api, `${next}&offset=2`)).toEqual(expectedList([posts[4]!, posts[3]!]).slice(3, 4));
    const cursor = new URL(next, api.stack.url).searchParams.get('cursor')!;
    const other = await api.get('/posts/frontpage', { query: { cursor } });
    expect([other.status, other.body.status.messages]).toEqual([
      400,
      ['cursor: is not a cursor of this list'],
    ]);
  });

  it('neither skips nor repeats posts when the post that a cursor names has left', async () => {
    await ok(setOrder(posts));
    const next = readNext(await api.get(`${list}&limit=3`))!;
    await ok(api.delete(`/posts/${posts[2]}`));
    expect(await fetchIds(api, next)).toEqual(posts.slice(3, 6));
  });

  it(`returns correct pages with an editorial order of ${MANY} posts, which one request may replace`, async () => {
    const many = await makePostsOfOneSecond(api, 2 * MANY, { sections: [section.id] });
    posts.push(...many);
    const first = many.filter((_id, index) => index % 2 === 0);
    const second = newestFirst(many.filter((_id, index) => index % 2 === 1));
    for (const chosen of [first, second, first]) {
      await ok(setOrder(chosen));
      const query = { section_name: section.id, limit: Math.ceil(0.45 * MANY), include_fields: 'id' };
      const found = await byCursor(api, '/posts/section', query);
      expect(found.map(({ id }) => id)).toEqual(expectedList(chosen));
    }
    const marks = (await allItems()).filter(
      ({ pk, sk }) => pk === orderKey.partition(section.id) && sk !== orderKey(section.id).sk,
    );
    expect(marks).toHaveLength(MANY);
  });
});
