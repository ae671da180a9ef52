import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makePost } from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } });

async function makeSection(title: string): Promise<number> {
  return (await api.post('/sections', { title, url: title, status: 2 })).body.id;
}

let [town, sport, food] = [0, 0, 0];
beforeAll(async () => {
  [town, sport, food] = [await makeSection('town'), await makeSection('sport'), await makeSection('food')];
  await makePost(api, { headline: 'one', sections: [town, sport], tags: ['red', 'blue'] });
  await makePost(api, { headline: 'two', sections: [sport], tags: ['blue'] });
  await makePost(api, { headline: 'three', sections: [food], tags: ['green'] });
});

describe('list parameter with brackets', () => {
  const same: [string, () => [name: string, value: string | number][]][] = [
    [
      '/posts',
      () => [
        ['include_fields', 'id'],
        ['include_fields', 'headline'],
      ],
    ],
    [
      '/posts',
      () => [
        ['exclude_fields', 'body'],
        ['exclude_fields', 'headline'],
      ],
    ],
    [
      '/posts',
      () => [
        ['sections', town],
        ['sections', food],
      ],
    ],
    [
      '/posts',
      () => [
        ['exclude_sections', town],
        ['exclude_sections', food],
      ],
    ],
    [
      '/posts',
      () => [
        ['all_sections', town],
        ['all_sections', sport],
      ],
    ],
    [
      '/posts',
      () => [
        ['tags', 'red'],
        ['tags', 'green'],
      ],
    ],
    [
      '/posts/tag',
      () => [
        ['tag', 'blue'],
        ['exclude_tags', 'red'],
        ['exclude_tags', 'none'],
      ],
    ],
    [
      '/posts/section',
      () => [
        ['section_name', 'sport'],
        ['include_fields', 'id'],
      ],
    ],
    [
      '/sections',
      () => [
        ['include_fields', 'id'],
        ['include_fields', 'title'],
      ],
    ],
    [
      '/tags',
      () => [
        ['exclude_fields', 'id'],
        ['exclude_fields', 'url'],
      ],
    ],
    [
      '/api/1.2/authors/name',
      () => [
        ['author_names', 'a'],
        ['author_names', 'b'],
      ],
    ],
  ];

  it.each(same)('means the same as without brackets at %s', async (path, parameters) => {
    const sent = parameters();
    const queryWith = (rename: (name: string, at: number) => string): string =>
      sent.map(([name, value], at) => `${rename(name, at)}=${encodeURIComponent(value)}`).join('&');
    const repeated = new Set(sent.map(([name]) => name).filter((name, at, all) => all.indexOf(name) !== at));
    const bracket = (name: string, inner: string) => (repeated.has(name) ? name + inner : name);
    const plain = await api.get(`${path}?${queryWith(name => name)}`);
    expect(plain.status).toBe(200);
    for (const rename of [
      (name: string) => bracket(name, '[]'),
      (name: string) => bracket(name, '%5B%5D'),
      (name: string, at: number) => bracket(name, `[${at}]`),
    ]) {
      const headers = { prefer: 'handling=strict' };
      const reply = await api.get(`${path}?${queryWith(rename)}`, { headers });
      expect([reply.status, reply.body]).toEqual([200, plain.body]);
    }
  });

  it('is in the link to the next page, without the API key', async () => {
    const first = await api.get(`/posts?limit=1&tags[]=red&tags[]=blue&api_key[]=${api.adminKey}`, {
      key: null,
    });
    const link = first.headers.get('link') ?? '';
    expect(link).not.toContain(api.adminKey);
    const next = await api.get(/<(.+)>/.exec(link)![1]!);
    expect(next.body.map((post: { headline: string }) => post.headline)).toEqual(['one']);
  });
});

it('POST /drafts skips a byte order mark before JSON', async () => {
  const raw = '\uFEFF{"headline":"With a mark"}';
  for (const type of ['application/json', 'application/octet-stream'])
    expect(await api.post('/drafts', undefined, { raw, headers: { 'content-type': type } })).toMatchObject({
      status: 200,
      body: { headline: 'With a mark' },
    });
});

it.each(['limit=5&limit=6', 'limit[]=5&limit[]=6'])(
  'says of %s that the parameter was sent twice',
  async query => {
    const message = 'limit: must be an integer from 1 to 100; it was sent 2 times';
    expectRefused(await api.get(`/posts?${query}`), 400, 'invalid_input', message);
  },
);
