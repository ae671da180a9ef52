import { describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { gzipText } from '../../../shared/platform/text/gzip.ts';
import { useApi } from '../../support/api/api.ts';
import { countCalls, commandsIn, named } from '../../support/costs/counted.ts';
import { makePost, ok } from '../../support/resources/posts.ts';
import { formatMonth, SITEMAP_SITE, useSitemaps } from '../../support/resources/sitemaps.ts';

const api = useApi(SITEMAP_SITE, named);
const { read, textsIn } = useSitemaps(api);
const DAY_S = 86_400;

describe('sitemap of a month', () => {
  const path = '/sitemaps/2022-05.xml';
  const created_ts = Date.UTC(2022, 4, 9) / 1000;
  const partition = { pk: 'SAFE#sitemap#2022-05', consistent: true };
  const storedParts = async () =>
    (await queryItems(partition)).filter(({ sk }) => String(sk).startsWith('part#'));

  it('is stored when the month is over, and answered until one of its posts changes', async () => {
    const sections = ['open'];
    const post = await makePost(api, { headline: 'Kept', created_ts, sections });
    const at = (name: string) => `https://news.example/open/${name}`;
    expect(await textsIn(path)).toEqual([at('kept')]);
    const [part] = await storedParts();
    const text = (await read(path)).replace('/open/kept', '/open/stored');
    await putItem({ ...part, zipped: await gzipText(text) });
    expect(await textsIn(path)).toEqual([at('stored')]);

    await makePost(api, { headline: 'Later', created_ts: created_ts + 40 * DAY_S, sections });
    await makePost(api, { headline: 'Today', sections });
    expect(await textsIn(path)).toEqual([at('stored')]);

    const changes: [() => Promise<unknown>, string[]][] = [
      [() => ok(api.put(`/posts/${post.id}`, { manual_basename: 'moved' })), ['moved']],
      [
        () => makePost(api, { headline: 'Second', created_ts: created_ts - 1, sections }),
        ['moved', 'second'],
      ],
      [() => ok(api.put(`/posts/${post.id}`, { created_ts: created_ts - 60 * DAY_S })), ['second']],
      [() => ok(api.put(`/posts/${post.id}`, { created_ts })), ['moved', 'second']],
      [() => ok(api.put(`/posts/${post.id}`, { sections: ['hidden'] })), ['second']],
      [() => ok(api.put(`/posts/${post.id}`, { sections })), ['moved', 'second']],
      [() => ok(api.put(`/posts/${post.id}`, { action: 'unpublish' })), ['second']],
      [() => ok(api.put(`/drafts/${post.id}`, { action: 'publish' })), ['moved', 'second']],
      [() => ok(api.delete(`/posts/${post.id}`)), ['second']],
    ];
    for (const [change, names] of changes) {
      await change();
      expect(await textsIn(path)).toEqual(names.map(at));
    }
  });

  it('is made again when a section changes, and after a day', async () => {
    const made = await storedParts();
    const open = (await ok(api.get('/sections'))).find((section: { url: string }) => section.url === 'open');
    await ok(api.put(`/sections/${open.id}`, { url: 'opened' }));
    expect(await textsIn(path)).toEqual(['https://news.example/opened/second']);
    const [part] = await storedParts();
    expect(part!.state).not.toBe(made[0]!.state);
    await putItem({ ...part, expires: nowTs() });
    await read(path);
    expect((await storedParts())[0]!.expires).toBe(nowTs() + DAY_S);
    await ok(api.put(`/sections/${open.id}`, { url: 'open' }));
  });

  it('is made again by changing only the URLs of the posts that have changed', async () => {
    const month = '2021-07';
    const file = `/sitemaps/${month}.xml`;
    const july = Date.UTC(2021, 6, 9) / 1000;
    const posts: { id: number }[] = [];
    for (const [index, headline] of ['One', 'Two', 'Three'].entries())
      posts.push(await makePost(api, { headline, created_ts: july - index, sections: ['open'] }));
    const at = (names: readonly string[]) => names.map(name => `https://news.example/open/${name}`);
    expect(await textsIn(file)).toEqual(at(['one', 'two', 'three']));
    const pk = `SAFE#sitemap#${month}`;
    const texts = async () =>
      (await queryItems({ pk, consistent: true })).filter(({ sk }) => String(sk).startsWith('part#'));
    const rename = async (from: string, to: string) => {
      const [part] = await texts();
      await putItem({ ...part, zipped: await gzipText((await read(file)).replace(from, to)) });
    };
    await rename('/open/one', '/open/kept');
    const changes: [() => Promise<unknown>, string[]][] = [
      [
        () => ok(api.put(`/posts/${posts[1]!.id}`, { manual_basename: 'renamed' })),
        ['kept', 'renamed', 'three'],
      ],
      [() => ok(api.put(`/posts/${posts[2]!.id}`, { created_ts: july + 5 })), ['three', 'kept', 'renamed']],
      [() => ok(api.delete(`/posts/${posts[2]!.id}`)), ['kept', 'renamed']],
      [
        () => makePost(api, { headline: 'Fourth', created_ts: july - 5, sections: ['open'] }),
        ['kept', 'renamed', 'fourth'],
      ],
    ];
    for (const [change, names] of changes) {
      await change();
      expect(await textsIn(file)).toEqual(at(names));
    }

    // Of two writings, of which a crash or an expired lease has left a part each, nothing is used.
    const [part] = await texts();
    await putItem({ ...part, state: 'other', generation: 'other' });
    expect(await textsIn(file)).toEqual(at(['one', 'renamed', 'fourth']));
  });

  it('is stored for the present month too, and made again only after one of its posts has changed', async () => {
    const present = `/sitemaps/${formatMonth(nowTs())}.xml`;
    const { id, slug } = await makePost(api, { headline: 'Present' });
    const before = await textsIn(present);
    expect(before).toContain(`https://news.example${slug}`);
    expect(commandsIn(await countCalls(() => read(present)))).toEqual(['Query']);
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    expect(await textsIn(present)).toEqual(before.filter(text => !text.endsWith(slug)));
    expect(commandsIn(await countCalls(() => read(present)))).toEqual(['Query']);
  });
});
