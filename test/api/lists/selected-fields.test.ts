import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { countCalls, named } from '../../support/costs/counted.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({}, named);

beforeAll(async () => {
  for (const headline of ['One', 'Two']) await makePost(api, { headline, body: `<p>${headline}.</p>` });
});

/** The sort keys of the items that a list of two posts reads of each. */
async function readItems(query: Record<string, string>): Promise<string[]> {
  const calls = await countCalls(() => ok(api.get('/posts', { query })));
  const keys = calls.flatMap(({ name, input }: any) =>
    name === 'BatchGetItemCommand' ? Object.values<any>(input.RequestItems).flatMap(({ Keys }) => Keys) : [],
  );
  return [...new Set(keys.filter(({ pk }) => pk.startsWith('POST#')).map(({ sk }) => sk))].sort();
}

describe('a list of posts', () => {
  it.each([
    ['all fields', {}, ['content', 'likes', 'record', 'views']],
    ['neither texts nor counters', { include_fields: 'id,headline' }, ['record']],
    ['a text', { include_fields: 'id,body' }, ['content', 'record']],
    ['a counter', { include_fields: 'id,likes' }, ['likes', 'record', 'views']],
    ['all but texts and counters', { exclude_fields: 'body,listicle,stats,likes' }, ['record']],
  ])('reads only the items of the selected fields: %s', async (_title, query, expected) => {
    expect(await readItems(query)).toEqual(expected);
  });

  it('answers the counters of posts where they are selected', async () => {
    const [{ id }] = await ok(api.get('/posts', { query: { include_fields: 'id' } }));
    await ok(api.post(`/posts/${id}/page_views`, {}));
    const [post] = await ok(api.get('/posts', { query: { include_fields: 'likes,stats' } }));
    expect(post).toEqual({ likes: { count: 0 }, stats: { page_views_count: expect.any(Number) } });
  });
});
