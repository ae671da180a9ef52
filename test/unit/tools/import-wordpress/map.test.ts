import { describe, expect, it } from 'vitest';
import { planAuthors } from '../../../../infra/tools/import-wordpress/map/authors.ts';
import { dispositionOf } from '../../../../infra/tools/import-wordpress/map/disposition.ts';
import { toPost } from '../../../../infra/tools/import-wordpress/map/post.ts';
import { planSections, planTerms } from '../../../../infra/tools/import-wordpress/map/sections.ts';
import { distinctSlugs, plainText } from '../../../../infra/tools/import-wordpress/map/text.ts';
import type { WxrAuthor, WxrItem, WxrTerm } from '../../../../infra/tools/import-wordpress/wxr/records.ts';

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

describe('dispositionOf()', () => {
  it.each<[Partial<WxrItem>, ReturnType<typeof dispositionOf>]>([
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
    expect(dispositionOf(post(fields))).toEqual(disposition);
  });

  it.each<Partial<WxrItem>>([
    { status: 'private' },
    { password: 'enter' },
    { status: 'future', password: 'enter' },
    { status: 'future', date: undefined },
    { status: 'in-progress' },
  ])('keeps %o as a draft with a note, because it must not become public', fields => {
    expect(dispositionOf(post(fields))).toEqual({
      action: 'draft',
      note: expect.stringMatching(/^draft, because/) as string,
    });
  });
});

describe('toPost()', () => {
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
        body: 'Body',
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
    expect(() => mapped({ content: 'é'.repeat(1024 * 1024 + 1) })).toThrow('2097154 bytes');
    expect(() => mapped({ id: 0 })).toThrow('no wp:post_id');
  });

  it('ignores a search description that is a template', () => {
    const meta = new Map([['_yoast_wpseo_metadesc', '%%excerpt%%']]);
    expect(mapped({ meta }).input.meta_description).toBeUndefined();
  });
});

describe('planSections()', () => {
  const plan = (...pairs: [string, string][]) => {
    const terms = pairs.map(([nicename, parent]): [string, WxrTerm] => [
      nicename,
      { nicename, parent, name: nicename.toUpperCase(), description: '' },
    ]);
    return planSections(new Map(terms)).map(({ nicename, parent, note }) => ({ nicename, parent, note }));
  };

  it('puts parents before their children in any order of the file', () => {
    expect(plan(['leaf', 'middle'], ['middle', 'top'], ['other', 'top'], ['top', ''])).toEqual([
      { nicename: 'top', parent: undefined, note: undefined },
      { nicename: 'middle', parent: 'top', note: undefined },
      { nicename: 'leaf', parent: 'middle', note: undefined },
      { nicename: 'other', parent: 'top', note: undefined },
    ]);
  });

  it('breaks a cycle of parents at one place and notes it', () => {
    const planned = plan(['a', 'b'], ['b', 'c'], ['c', 'a'], ['d', 'a']);
    expect(planned.map(({ nicename, parent }) => [nicename, parent])).toEqual([
      ['c', undefined],
      ['b', 'c'],
      ['a', 'b'],
      ['d', 'a'],
    ]);
    expect(planned.map(({ note }) => note !== undefined)).toEqual([true, false, false, false]);
  });

  it('moves a category to the top when it is its own parent or its parent is missing', () => {
    expect(plan(['self', 'self'], ['orphan', 'gone'])).toEqual([
      { nicename: 'self', parent: undefined, note: expect.stringContaining('its own descendants') as string },
      {
        nicename: 'orphan',
        parent: undefined,
        note: expect.stringContaining('is not in the file') as string,
      },
    ]);
  });
});

describe('planTerms()', () => {
  it('keeps nicenames of every script as decoded urls and replaces characters that would break a path', () => {
    const nicenames = ['6-1', 'foo_bar', 'επίπεδο', '%e4%b8%ad%E6%96%87', 'a/b c', '%2e%2e', '100%'];
    const terms = nicenames.map((nicename): [string, WxrTerm] => [
      nicename,
      { nicename, parent: '', name: '', description: '' },
    ]);
    const inputs = planTerms(new Map(terms)).map(({ input }) => input);
    expect(inputs.map(({ url }) => url)).toEqual([
      '6-1',
      'foo_bar',
      'επίπεδο',
      '中文',
      'a-b-c',
      '2e2e',
      '100',
    ]);
    expect(inputs.map(({ title }) => title)).toEqual(nicenames);
  });
});

describe('planAuthors()', () => {
  const jane: WxrAuthor = {
    login: 'jane.doe',
    email: 'j@x.org',
    displayName: 'Jane van Doe',
    firstName: '',
    lastName: '',
  };
  const declared = (...authors: WxrAuthor[]) => new Map(authors.map(author => [author.login, author]));

  it('gives the narrowest role and fills empty names from the display name', () => {
    expect(planAuthors(declared(jane), ['jane.doe'])).toEqual([
      {
        logins: ['jane.doe'],
        input: {
          name: 'jane-doe',
          email: 'j@x.org',
          first_name: 'Jane',
          last_name: 'van Doe',
          role: 'Guest Writer',
          status: 'active',
        },
      },
    ]);
  });

  it('keeps two people apart whose logins become the same name', () => {
    const other = { ...jane, login: 'jane-doe', email: 'other@x.org' };
    expect(planAuthors(declared(jane, other), []).map(({ input }) => input.name)).toEqual([
      'jane-doe',
      'jane-doe-2',
    ]);
  });

  it('matches a declared author despite stray characters, and adds an author for an unknown login', () => {
    const planned = planAuthors(declared(jane), ['>jane.doe', 'ghost']);
    expect(planned.map(({ logins, input }) => [logins, input.name])).toEqual([
      [['jane.doe', '>jane.doe'], 'jane-doe'],
      [['ghost'], 'ghost'],
    ]);
  });

  it('drops an email address that is not valid', () => {
    const [planned] = planAuthors(declared({ ...jane, email: 'admin@localhost' }), []);
    expect(planned?.input.email).toBeUndefined();
  });
});

describe('distinctSlugs() and plainText()', () => {
  it('makes distinct ASCII slugs, also for scripts without transliteration', () => {
    const slugs = distinctSlugs(['6-1', 'foo_bar', 'foo-bar', 'επίπεδο', '中文']);
    expect([...slugs.values()]).toEqual(['6-1', 'foo-bar', 'foo-bar-2', 'epipedo', 'e4b8ade69687']);
  });

  it('returns the text of HTML as a reader sees it', () => {
    expect(plainText('R&amp;D:  <em>new</em>\n a < b &lt;c&gt;')).toBe('R&D: new a < b <c>');
  });
});
