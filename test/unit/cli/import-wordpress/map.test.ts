import { describe, expect, it } from 'vitest';
import { decideDisposition } from '../../../../infra/cli/import-wordpress/steps/items.ts';
import { toPost } from '../../../../infra/cli/import-wordpress/map/post.ts';
import type { WxrItem } from '../../../../infra/cli/import-wordpress/wxr/records.ts';

function post(fields: Partial<WxrItem> = {}): WxrItem {
  return {
    id: 5,
    type: 'post',
    status: 'publish',
    title: 'Title',
    creator: 'jane',
    content: 'Body',
    excerpt: '',
    link: 'https://news.example/title',
    postName: 'title',
    password: '',
    sticky: false,
    attachmentUrl: '',
    date: 1_400_000_000,
    dateIsFixed: true,
    terms: [],
    meta: new Map(),
    ...fields,
  };
}

const references = {
  authorId: () => 11,
  sectionId: (nicename: string) => nicename.length,
  pictures: undefined,
};
function mapped(fields: Partial<WxrItem> = {}) {
  return toPost(post(fields), 'news.example', references);
}

describe('decideDisposition()', () => {
  it.each<[Partial<WxrItem>, ReturnType<typeof decideDisposition>]>([
    [{}, { action: 'publish' }],
    [{ type: 'page' }, { action: 'publish' }],
    [{ status: 'draft', password: 'x' }, { action: 'draft' }],
    [{ status: 'pending' }, { action: 'draft' }],
    [
      { status: 'future', date: 9 },
      { action: 'schedule', at: 9 },
    ],
    [{ status: 'trash' }, { action: 'skip', reason: 'in the WordPress trash' }],
    [{ status: 'auto-draft' }, { action: 'skip', reason: 'empty automatic drafts' }],
    [{ status: 'inherit' }, { action: 'skip', reason: 'revisions' }],
    [
      { type: 'attachment', status: 'inherit' },
      { action: 'skip', reason: 'type attachment' },
    ],
    [{ type: '' }, { action: 'skip', reason: 'type (none)' }],
  ])('gives %o the disposition %o', (fields, disposition) => {
    expect(decideDisposition(post(fields))).toEqual(disposition);
  });

  it.each<Partial<WxrItem>>([
    { status: 'private' },
    { password: 'enter' },
    { status: 'future', password: 'enter' },
    { status: 'future', date: undefined },
    { status: 'in-progress' },
  ])('keeps %o as a draft with a note, because it must not become public', fields => {
    expect(decideDisposition(post(fields))).toEqual({
      action: 'draft',
      note: expect.stringMatching(/^draft, because/) as string,
    });
  });
});

describe('toPost()', () => {
  it('cuts texts that are longer than the service allows, and notes it', () => {
    const long = 'word '.repeat(2000);
    const { input, notes } = mapped({
      title: long,
      excerpt: long,
      meta: new Map([['_yoast_wpseo_metadesc', long]]),
    });
    expect(input.headline).toBe('word '.repeat(200));
    expect(input.subheadline).toHaveLength(5000);
    expect(input.meta_description).toHaveLength(5000);
    expect(notes).toEqual([
      'only the first 1000 characters of the headline kept',
      'only the first 5000 characters of the excerpt kept',
    ]);
  });

  it('maps all fields of an item', () => {
    const terms = [
      { taxonomy: 'category', nicename: 'abc', name: 'Abc' },
      { taxonomy: 'post_tag', nicename: 'r-d', name: 'R&amp;D' },
      { taxonomy: 'post_format', nicename: 'post-format-link', name: 'Link' },
    ];
    const meta = new Map([['_yoast_wpseo_metadesc', 'For search']]);
    expect(mapped({ terms, meta, excerpt: 'In <em>short</em>' })).toEqual({
      notes: [],
      input: {
        headline: 'Title',
        body: '<p>Body</p>\n',
        manual_basename: 'title',
        subheadline: 'In short',
        meta_description: 'For search',
        tags: ['R&D'],
        sections: [3],
        roar_author_ids: [11],
        created_ts: 1_400_000_000,
        provider_post_id: 'wordpress:news.example:5',
        roar_specific_data: { wordpress: { id: 5, type: 'post', link: 'https://news.example/title' } },
      },
    });
  });

  it('makes up a headline for an empty title and notes it', () => {
    const { input, notes } = mapped({ title: ' <!-- --> ' });
    expect(input.headline).toBe('Untitled 5');
    expect(notes).toEqual(['headline generated, because the title is empty']);
  });

  it('puts a sticky post on the front page', () => {
    const terms = [{ taxonomy: 'category', nicename: 'ab', name: 'Ab' }];
    expect(mapped({ sticky: true, terms }).input.sections).toEqual([0, 2]);
  });

  it('drops the floating date of a draft but keeps a fixed one', () => {
    expect(mapped({ status: 'draft', dateIsFixed: false }).input.created_ts).toBeUndefined();
    expect(mapped({ status: 'draft', dateIsFixed: true }).input.created_ts).toBe(1_400_000_000);
    expect(mapped({ status: 'publish', dateIsFixed: false }).input.created_ts).toBe(1_400_000_000);
  });

  it('notes that a published post without a date gets the current one', () => {
    expect(mapped({ date: undefined })).toMatchObject({ notes: ['dated now, because it has no date'] });
  });

  it('keeps one spelling of each tag, and at most 100 tags', () => {
    const tag = (name: string) => ({ taxonomy: 'post_tag', nicename: name, name });
    expect(mapped({ terms: [tag('News'), tag('news'), tag('x')] }).input.tags).toEqual(['News', 'x']);
    const many = mapped({ terms: Array.from({ length: 101 }, (_, index) => tag(`t${index}`)) });
    expect(many.input.tags).toHaveLength(100);
    expect(many.notes).toEqual(['only the first 100 tags kept']);
  });

  it('refuses a body over 2 MiB and an item without an id', () => {
    expect(() => mapped({ content: 'é'.repeat(1024 * 1024 + 1) })).toThrow('2097162 bytes');
    expect(() => mapped({ id: 0 })).toThrow('no wp:post_id');
  });

  it('ignores a search description that is a template', () => {
    const meta = new Map([['_yoast_wpseo_metadesc', '%%excerpt%%']]);
    expect(mapped({ meta }).input.meta_description).toBeUndefined();
  });
});
