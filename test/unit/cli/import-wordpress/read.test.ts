import { describe, expect, it } from 'vitest';
import { readItems } from '../../../../infra/cli/import-wordpress/wxr/item.ts';
import { readOutline } from '../../../../infra/cli/import-wordpress/wxr/outline.ts';
import type { WxrItem } from '../../../../infra/cli/import-wordpress/wxr/records.ts';
import { author, category, exportFile, item, tag, term, wxr } from './export.ts';

async function parseItems(content: string | Buffer): Promise<WxrItem[]> {
  const items: WxrItem[] = [];
  for await (const read of readItems(exportFile(content))) items.push(read);
  return items;
}

async function firstItem(fields: Parameters<typeof item>[0]): Promise<WxrItem> {
  const [first] = await parseItems(wxr(item(fields)));
  if (!first) throw new Error('no item was read');
  return first;
}

describe('readItems()', () => {
  it('reads every field of an item', async () => {
    const read = await firstItem({
      title: 'Tom &amp; Jerry &#187; <![CDATA[<em>live</em>]]>',
      excerpt: '<![CDATA[Short]]>',
      post_id: '42',
      post_name: '%ce%b5%cf%80-2',
      post_password: 'enter',
      is_sticky: '1',
      attachment_url: 'https://news.example/a.jpg',
      more: `${term('category', 'a-b', 'A &amp; B')}${term('post_format', 'post-format-video')}
        <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value><![CDATA[7]]></wp:meta_value></wp:postmeta>`,
    });
    expect(read).toEqual({
      id: 42,
      type: 'post',
      status: 'publish',
      title: 'Tom & Jerry » <em>live</em>',
      creator: 'jane',
      content: '<p>Text</p>',
      excerpt: 'Short',
      link: '',
      postName: 'επ-2',
      password: 'enter',
      sticky: true,
      attachmentUrl: 'https://news.example/a.jpg',
      date: Date.UTC(2015, 0, 27, 14, 56) / 1000,
      dateIsFixed: true,
      terms: [
        { taxonomy: 'category', nicename: 'a-b', name: 'A &amp; B' },
        { taxonomy: 'post_format', nicename: 'post-format-video', name: 'post-format-video' },
      ],
      meta: new Map([['_thumbnail_id', '7']]),
    });
  });

  it('joins CDATA that is split around its own end mark, and ignores white space around it', async () => {
    const read = await firstItem({ content: '\n\t<![CDATA[a ]]]]><![CDATA[> b\n]]>\n\t' });
    expect(read.content).toBe('a ]]> b\n');
  });

  it('reads a body that spans many chunks of the file', async () => {
    const body = 'Ärger & 漢字 🗞 '.repeat(20_000);
    const read = await firstItem({ content: `<![CDATA[${body}]]>` });
    expect(read.content).toBe(body);
  });

  it('drops comments with all their content', async () => {
    const comment = `<wp:comment><wp:comment_content>Hi</wp:comment_content><title>No</title></wp:comment>`;
    expect(await firstItem({ more: comment })).toEqual(await firstItem({}));
  });

  it('drops control characters, which XML forbids and WordPress exports', async () => {
    const read = await firstItem({ content: '<![CDATA[one\u000b\u0000two\u001b[31m]]>' });
    expect(read.content).toBe('onetwo[31m');
  });

  it('decodes an export by the encoding that it declares', async () => {
    const content = wxr(item({ title: 'Café' })).replace('UTF-8', 'ISO-8859-1');
    const [read] = await parseItems(Buffer.from(content, 'latin1'));
    expect(read?.title).toBe('Café');
  });

  it('refuses an unknown encoding', async () => {
    await expect(parseItems(wxr().replace('UTF-8', 'klingon'))).rejects.toThrow('"klingon"');
  });

  it('falls back to the local date, then to the publication date, when the GMT date is missing', async () => {
    const none = '0000-00-00 00:00:00';
    const pubDate = 'Tue, 27 Jan 2015 15:56:57 +0100';
    const local = await firstItem({ post_date_gmt: none, post_date: '2014-05-06 07:08:09', pubDate });
    expect(local).toMatchObject({ date: Date.UTC(2014, 4, 6, 7, 8, 9) / 1000, dateIsFixed: false });
    const published = await firstItem({ post_date_gmt: none, post_date: none, pubDate });
    expect(published.date).toBe(Date.UTC(2015, 0, 27, 14, 56, 57) / 1000);
  });

  it('reads no date where WordPress writes a year before 0', async () => {
    const read = await firstItem({ post_date_gmt: '', pubDate: 'Wed, 30 Nov -0001 00:00:00 +0000' });
    expect(read.date).toBeUndefined();
  });

  it('keeps a slug whose percent-encoding is broken', async () => {
    expect((await firstItem({ post_name: '100%-%e4%b8' })).postName).toBe('100%-%e4%b8');
  });
});

describe('readOutline()', () => {
  it('reads site, authors, categories and tags, and counts the items', async () => {
    const file = exportFile(
      wxr(author('jane', 'j@x.org', 'Jane Doe'), category('b', 'a', 'B'), tag('t', 'T'), item(), item()),
    );
    const outline = await readOutline(file);
    expect(outline.site).toBe('news.example/blog');
    expect([...outline.authors.values()]).toEqual([
      { login: 'jane', email: 'j@x.org', displayName: 'Jane Doe', firstName: '', lastName: '' },
    ]);
    expect([...outline.categories.values()]).toEqual([
      { nicename: 'b', name: 'B', parent: 'a', description: '' },
    ]);
    expect([...outline.tags.keys()]).toEqual(['t']);
    expect(outline.itemCount).toBe(2);
  });

  it('adds terms and authors that posts mention but the file does not declare', async () => {
    const more = term('category', 'news', 'News') + term('tag', 'old', 'Old') + term('constructor', 'x');
    const outline = await readOutline(
      exportFile(
        wxr(
          category('news', 'top', 'The news'),
          item({ more, creator: 'guest' }),
          item({ post_type: 'attachment', creator: 'uploader', more: term('category', 'media') }),
        ),
      ),
    );
    expect([...outline.creators]).toEqual(['guest']);
    expect(outline.categories.get('news')).toMatchObject({ parent: 'top', name: 'The news' });
    expect([...outline.categories.keys()]).toEqual(['news']);
    expect([...outline.tags.keys()]).toEqual(['old']);
  });

  it('reads categories from general terms and leaves out menus', async () => {
    const general = (taxonomy: string, slug: string): string =>
      `<wp:term><wp:term_taxonomy>${taxonomy}</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug></wp:term>`;
    const outline = await readOutline(exportFile(wxr(general('category', 'c'), general('nav_menu', 'm'))));
    expect([...outline.categories.keys()]).toEqual(['c']);
    expect(outline.tags.size).toBe(0);
  });

  it.each([
    ['an end tag that does not match', wxr('<wp:author>\n</wp:autor>'), /^export\.xml, line 8, column \d+: /],
    [
      'a file that was cut off',
      wxr(item()).slice(0, 400),
      /^export\.xml, line \d+, column \d+: unclosed tag/,
    ],
    [
      'an entity that XML does not know',
      wxr('<title>a&nbsp;b</title>'),
      /line 7, column \d+: undefined entity/,
    ],
    ['another root element', '<html></html>', /line 1, column \d+: the root element is not <rss>/],
    ['an empty file', '', /line 1, column 0: document must contain a root element/],
    ['a feed that is no export', '<rss><channel></channel></rss>', /^export\.xml is not a WordPress export/],
  ])('reports file, line and column of %s', async (_, content, message) => {
    await expect(readOutline(exportFile(content))).rejects.toThrow(message);
  });
});
