import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { fetchIds, makePost, makeSection, readNext, ok } from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } });
const noKey = { key: null };
let open: number[];

beforeAll(async () => {
  const hidden = await makeSection(api, { title: 'Hidden', status: 1 });
  const shown = await makeSection(api, { title: 'Shown' });
  open = [];
  for (let index = 0; index < 12; index++) {
    const sections = index % 3 === 0 ? [hidden.id] : [shown.id, hidden.id];
    const { id } = await makePost(api, {
      sections,
      tags: ['all', '*desk'],
      created_ts: 1_700_000_000 + index,
    });
    if (index % 3 !== 0) open.unshift(id);
    if (index === 1) await ok(api.delete(`/posts/${id}`));
  }
  open.pop();
});

it.each(['/posts?removed=1', '/posts/tag?tag=all', '/posts/author?author_name=admin'])(
  'GET %s without a key lists only public posts in full pages',
  async list => {
    const seen: number[] = [];
    let path: string | undefined = `/api/1.3${list}&limit=3`;
    while (path !== undefined) {
      const reply = await api.get(path, noKey);
      seen.push(...reply.body.map((post: any) => post.id));
      path = readNext(reply);
      if (path !== undefined) expect(reply.body).toHaveLength(3);
    }
    expect(seen).toEqual(open);
  },
);

it('GET /posts without a key treats private sections and private tags as unknown', async () => {
  for (const query of ['sections=hidden', 'all_sections=shown,hidden', 'tags=*desk'])
    expect(await fetchIds(api, `/posts?${query}`, noKey)).toEqual([]);
  for (const query of ['exclude_sections=hidden', 'sections=shown,hidden', 'tags=all,*desk'])
    expect(await fetchIds(api, `/posts?${query}`, noKey)).toEqual(open);
  expect(await fetchIds(api, '/posts/tag?tag=all&exclude_tags=*desk', noKey)).toEqual(open);
  expect(await fetchIds(api, '/posts/tag?tag=all&exclude_tags=*desk')).toEqual([]);
});
