import { describe, expect, it } from 'vitest';
import { until } from '../../support/time/until.ts';
import { useApi } from '../../support/api/api.ts';
import { makePost } from '../../support/resources/posts.ts';
import { READERS_SITE, useReadersSite } from '../../support/web/readers-site.ts';

const api = useApi(READERS_SITE);
const { linkIn, makeSection, read } = useReadersSite(api);

describe('lists of the readers’ site', () => {
  it('leads page by page to older posts and back, without losing or repeating one', async () => {
    const headlines = Array.from({ length: 45 }, (_, index) => `Old ${index}.`);
    // Three posts share each second.
    for (const [index, headline] of headlines.entries())
      await makePost(api, { headline, tags: ['many'], created_ts: 1_700_000_000 - Math.floor(index / 3) });
    const shown = ({ text }: { text: string }) => text.match(/Old \d+\./g) ?? [];

    const first = await read('/tags/many');
    const second = await read(linkIn(first, 'next'));
    await makePost(api, { headline: 'Published between two pages', tags: ['many'] });
    const third = await read(linkIn(second, 'next'));

    const pages = [first, second, third];
    expect(pages.map(page => shown(page).length)).toEqual([20, 20, 5]);
    expect(new Set(pages.flatMap(shown))).toEqual(new Set(headlines));
    expect(pages.map(({ text }) => [text.includes('rel="prev"'), text.includes('rel="next"')])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
    expect(shown(await read(linkIn(third, 'prev')))).toEqual(shown(second));
    const newest = await read(linkIn(await read(linkIn(third, 'prev')), 'prev'));
    expect(newest.text).toContain('Published between two pages');
    expect(linkIn(second, 'prev')).toBe('/tags/many?');
  });

  it('leads from a front page that no editor filled to every story, by month too', async () => {
    await makePost(api, { headline: 'Of long ago', created_ts: Date.UTC(2019, 4, 31, 23, 30) / 1000 });

    const front = await read('/');
    expect(front.text).toContain('<a rel="next" href="/archive">All stories</a>');
    expect((await read('/archive')).text).toContain('<a href="/archive/2019-05">May</a>');
    expect((await read('/archive/2019-05')).text).toMatch(/<h1>May 2019<\/h1>.*Of long ago/s);
    expect((await read('/archive/2019-06')).text).toContain('There are no stories here yet.');
    expect((await read('/archive/2019-13')).status).toBe(404);
  });

  it('keeps search engines from the endless months without a story', async () => {
    expect((await read('/archive/1999-01')).text).toContain('<meta name="robots" content="noindex">');
  });

  it('describes a section to search engines by its plain text, under its own title for them', async () => {
    const about_html = '<p>Pies &lt; 3 euros &amp; &quot;soups&quot;&nbsp;&#39;here&#39;</p>';
    const fields = { title: 'Food', url: 'food', meta_title: 'Where to eat & drink', about_html };
    await makeSection(fields);
    await makeSection({ title: 'Drink', url: 'drink', meta_title: '' });

    const { text } = await read('/food');

    expect(text).toContain('<title>Where to eat &amp; drink – The Courier</title>');
    expect(text).toContain('<meta property="og:title" content="Where to eat &amp; drink">');
    expect(text).toContain('<h1>Food</h1>');
    expect(text).toContain(
      '<meta name="description" content="Pies &lt; 3 euros &amp; &quot;soups&quot; &#39;here&#39;">',
    );
    expect((await read('/drink')).text).toContain('<title>Drink – The Courier</title>');
  });

  it('keeps the words of a search on its further pages', async () => {
    for (let made = 0; made < 21; made++) await makePost(api, { headline: 'Kestrel & owl' });
    await until(async () => expect((await read('/search?q=kestrel')).text).toContain('rel="next"'));

    const next = linkIn(await read('/search?q=kestrel'), 'next');

    expect(next).toMatch(/^\/search\?q=kestrel&cursor=/);
    const second = await read(next);
    expect(second.text.match(/<article/g)).toHaveLength(1);
    expect(linkIn(second, 'prev')).toBe('/search?q=kestrel');
  });
});
