import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportOptions } from '../../../../infra/cli/import-wordpress/import.ts';
import { renderSummary } from '../../../../infra/cli/import-wordpress/render.ts';
import { attachment, author, category, item, tag, term, wxr } from './export.ts';
import { FakeApi, fault } from './fake-api.ts';
import { importInto } from './import-into.ts';

const SITE = 'news.example/blog';
const FUTURE = Date.UTC(2090, 0, 2, 3, 4, 5) / 1000;

const site = wxr(
  author('jane', 'jane@news.example', 'Jane Doe'),
  author('joe', 'joe@news.example'),
  category('local', 'news', 'Local'),
  category('news', '', 'News'),
  tag('r-and-d', 'R&amp;D'),
  item({
    post_id: '1',
    title: 'First',
    post_name: 'first',
    more: term('category', 'local') + term('post_tag', 'r-and-d', 'R&amp;D'),
  }),
  item({ post_id: '2', title: 'A page', post_type: 'page', creator: 'joe' }),
  item({ post_id: '3', title: 'Unfinished', status: 'draft', post_date_gmt: '0000-00-00 00:00:00' }),
  item({ post_id: '4', title: 'Secret', post_password: 'enter' }),
  item({ post_id: '5', title: 'Private', status: 'private' }),
  item({ post_id: '6', title: 'Overdue', status: 'future', post_date_gmt: '2020-01-01 00:00:00' }),
  item({ post_id: '7', title: 'Later', status: 'future', post_date_gmt: '2090-01-02 03:04:05' }),
  item({ post_id: '8', title: 'Deleted', status: 'trash' }),
  attachment(9, 'https://news.example/blog/wp-content/uploads/leaflet.pdf'),
);

describe('importWordpress()', () => {
  let api: FakeApi;

  beforeEach(async () => {
    api = new FakeApi();
    await api.start();
  });
  afterEach(() => api.stop());

  const run = (content: string, options: Partial<ImportOptions> = {}) => importInto(api, content, options);
  const imported = (id: number) => api.post(`wordpress:${SITE}:${id}`);

  it('imports authors, nested sections, tags and items in their states', async () => {
    const summary = await run(site);
    const [jane] = api.authors.filter(({ name }) => name === 'jane');
    const [news] = api.sections.filter(({ url }) => url === 'news');
    const [local] = api.sections.filter(({ url }) => url === 'local');
    expect(jane).toMatchObject({ first_name: 'Jane', last_name: 'Doe', role: 'Guest Writer' });
    expect(local).toMatchObject({ title: 'Local', parent_id: news?.id, status: 2 });
    expect(api.tags).toMatchObject([{ title: 'R&D', url: 'r-and-d', status: 2 }]);
    expect(imported(1)).toMatchObject({
      status: 'published',
      headline: 'First',
      manual_basename: 'first',
      created_ts: Date.UTC(2015, 0, 27, 14, 56) / 1000,
      sections: [local?.id],
      tags: ['R&D'],
      roar_author_ids: [jane?.id],
    });
    expect(imported(2)).toMatchObject({ status: 'published', headline: 'A page' });
    for (const id of [3, 4, 5]) expect(imported(id)).toMatchObject({ status: 'draft' });
    expect(imported(6)).toMatchObject({ status: 'published', created_ts: Date.UTC(2020, 0, 1) / 1000 });
    expect(imported(7)).toMatchObject({ status: 'scheduled', scheduled_at: FUTURE });
    expect(imported(7)?.roar_specific_data).toEqual({ wordpress: { id: 7, type: 'post', link: '' } });
    expect(api.posts).toHaveLength(7);
    expect(renderSummary(summary)).toEqual([
      'authors          2 created, 0 already there, 0 failed',
      'sections         2 created, 0 already there, 0 failed',
      'tags             1 created, 0 already there, 0 failed',
      'images           0 created, 0 already there, 0 failed',
      'posts            3 created, 0 already there, 0 failed',
      'drafts           3 created, 0 already there, 0 failed',
      'scheduled posts  1 created, 0 already there, 0 failed',
      'Skipped:',
      '  1 × attachments that are documents',
      '  1 × in the WordPress trash',
      'To know:',
      '  draft, because it is password-protected in WordPress (1): 4',
      '  draft, because it is private in WordPress (1): 5',
    ]);
  });

  it('makes nothing twice and changes nothing when it runs again', async () => {
    await run(site);
    const before = structuredClone([api.authors, api.sections, api.tags, api.posts]);
    const summary = await run(site);
    expect([api.authors, api.sections, api.tags, api.posts]).toEqual(before);
    expect(Object.values(summary.counts).map(({ created, failed }) => created + failed)).toEqual([
      0, 0, 0, 0, 0, 0, 0,
    ]);
    expect(summary.counts.posts.existing).toBe(3);
    expect(summary.counts['scheduled posts'].existing).toBe(1);
  });

  it('sends no imported post again when it runs again', async () => {
    await run(site);
    api.requests.length = 0;
    await run(site);
    expect(api.writes.map(({ path }) => path)).toEqual(['/api/1.1/authors', '/api/1.1/authors']);
    const lists = api.requests.filter(({ method, path }) => method === 'GET' && /posts|drafts/.test(path));
    expect(lists).toHaveLength(2);
  });

  it('counts a post as imported when another run created it in between', async () => {
    api.intercept = ({ method, path }) =>
      method === 'GET' && /posts|drafts/.test(path) ? { status: 200, body: [] } : undefined;
    await run(site);
    const before = structuredClone(api.posts);
    const summary = await run(site);
    expect(api.posts).toEqual(before);
    expect(summary.failures).toEqual([]);
    expect(summary.counts.posts).toEqual({ created: 0, existing: 3, failed: 0 });
  });

  it('sends nothing in a dry run and counts what it would import', async () => {
    const summary = await run(site, { dryRun: true });
    expect(api.requests).toEqual([]);
    expect(summary.counts.posts.created).toBe(3);
    expect(summary.counts['scheduled posts'].created).toBe(1);
    expect(summary.skipped.get('attachments that are documents')).toBe(1);
  });

  it('keeps at most the allowed number of requests in flight', async () => {
    const items = Array.from({ length: 40 }, (_, index) => item({ post_id: String(index + 1) }));
    let open = (): void => undefined;
    const threeInFlight = new Promise<void>(resolve => (open = resolve));
    api.hold = ({ path, body }) => {
      if (api.inFlight === 3) open();
      return path === '/api/1.3/posts' && 'headline' in body ? threeInFlight : undefined;
    };
    await run(wxr(...items), { concurrency: 3 });
    expect(api.posts).toHaveLength(40);
    expect(api.mostInFlight).toBe(3);
  });

  it('lists a failing item with id, title and reason, and continues with the others', async () => {
    api.intercept = ({ body }) =>
      body.headline === 'Second' ? fault(400, 'invalid_input', 'body: is too odd') : undefined;
    const items = ['First', 'Second', 'Third'].map((title, index) =>
      item({ post_id: String(index + 1), title }),
    );
    const summary = await run(wxr(...items));
    expect(api.posts.map(({ headline }) => headline).toSorted()).toEqual(['First', 'Third']);
    expect(renderSummary(summary).slice(-2)).toEqual([
      'Failed:',
      '  posts, WordPress id 2, "Second": 400 invalid_input: body: is too odd',
    ]);
  });

  it('counts a record as made when the answer of its creation was lost', async () => {
    const lost = new Set(['/api/1.1/authors', '/api/1.3/sections', '/api/1.3/posts']);
    api.intercept = ({ method, path }) =>
      method === 'POST' && lost.delete(path) ? 'lose the answer' : undefined;
    const summary = await run(
      wxr(author('jane'), category('news'), item({ more: term('category', 'news') })),
    );
    expect(summary.failures).toEqual([]);
    expect([api.authors, api.sections, api.posts].map(records => records.length)).toEqual([1, 1, 1]);
    expect(imported(1)).toMatchObject({
      sections: [api.sections[0]?.id],
      roar_author_ids: [api.authors[0]?.id],
    });
  });

  it('retries throttled requests', async () => {
    const throttled = new Set<unknown>();
    api.intercept = ({ body }) => {
      if (body.headline === undefined || throttled.has(body.provider_post_id)) return undefined;
      throttled.add(body.provider_post_id);
      return { ...fault(429, 'too_many_requests', 'Slow down'), headers: { 'retry-after': '0' } };
    };
    const summary = await run(site);
    expect(summary.failures).toEqual([]);
    expect(api.posts).toHaveLength(7);
  });

  it('changes nothing when the file is broken at its end', async () => {
    await expect(run(site.replace('</channel>', ''))).rejects.toThrow(/line \d+/);
    expect(api.requests).toEqual([]);
  });

  describe('importWordpress() with an insufficient key', () => {
    const lacking = (...paths: string[]) => {
      api.intercept = ({ path }) =>
        paths.includes(path) ? fault(403, 'forbidden', `This key may not make ${path}`) : undefined;
    };

    it('throws before the first write and names all missing permissions', async () => {
      lacking('/api/1.3/sections', '/api/1.3/posts', '/api/1.3/images');
      await expect(run(site)).rejects.toThrow(
        '403 forbidden: This key may not make /api/1.3/sections; This key may not make /api/1.3/posts; ' +
          'This key may not make /api/1.3/images',
      );
      expect(api.writes).toEqual([]);
    });

    it('requires no permission to upload when no pictures are imported', async () => {
      lacking('/api/1.3/images');
      expect((await run(site, { media: false })).aborted).toBeUndefined();
      expect((await run(wxr(item({ post_id: '70' })))).aborted).toBeUndefined();
      await expect(run(site)).rejects.toThrow('/api/1.3/images');
    });

    it('throws at the first request when the key is invalid', async () => {
      api.intercept = () => fault(403, 'api_key_invalid', 'The API key is not valid');
      await expect(run(site)).rejects.toThrow('403 api_key_invalid: The API key is not valid');
      expect(api.requests).toHaveLength(1);
    });

    it("throws at the first answer that is not the service's", async () => {
      api.intercept = () => ({ status: 200, body: '<html>' });
      await expect(run(site)).rejects.toThrow();
      expect(api.requests).toHaveLength(1);
    });

    it('aborts when the key is revoked during the import', async () => {
      api.intercept = ({ path, body }) =>
        path === '/api/1.3/posts' && 'headline' in body
          ? fault(403, 'api_key_invalid', 'No more')
          : undefined;
      const items = Array.from({ length: 50 }, (_, id) => item({ post_id: String(id + 1) }));
      const summary = await run(wxr(...items));
      expect(summary.aborted).toBe('403 api_key_invalid: No more');
      expect(api.writes.length).toBeLessThan(10);
    });
  });

  describe('importWordpress() into a site with records', () => {
    it('reuses an author with the same email under any name', async () => {
      api.authors.push({ id: 5, name: 'jd', email: 'jane@example.com' });
      await run(wxr(author('jane'), item()));
      expect(api.authors).toHaveLength(1);
      expect(imported(1)?.roar_author_ids).toEqual([5]);
    });

    it('reuses an author with the same name and another email', async () => {
      api.authors.push({ id: 99, name: 'jane', email: 'other@x.org' });
      await run(wxr(author('jane'), item()));
      expect(imported(1)?.roar_author_ids).toEqual([99]);
    });

    it('reuses a section with the same url without changes', async () => {
      api.sections.push({ id: 3, title: 'Our news', url: 'News', status: 1 });
      const summary = await run(wxr(category('news'), item({ more: term('category', 'news') })));
      expect(api.sections).toEqual([{ id: 3, title: 'Our news', url: 'News', status: 1 }]);
      expect(imported(1)?.sections).toEqual([3]);
      expect(summary.counts.sections.existing).toBe(1);
    });
  });

  it('skips tag records, with a note, when the tags feature is off', async () => {
    api.tagsFeature = false;
    const summary = await run(site);
    expect(summary.failures).toEqual([]);
    expect(summary.skipped.get('tag records: the tags feature is off on this site')).toBe(1);
    expect(imported(1)?.tags).toEqual(['R&D']);
  });

  it('fails an item whose section failed, and imports it in a later run', async () => {
    const content = wxr(
      category('bad'),
      category('worse', 'bad'),
      item({ post_id: '1', more: term('category', 'worse') }),
      item({ post_id: '2' }),
    );
    api.intercept = ({ method, body }) =>
      method === 'POST' && body.url === 'bad' ? fault(400, 'invalid_input', 'url: no') : undefined;
    const summary = await run(content);
    expect(summary.failures.map(({ wordpressId, reason }) => [wordpressId, reason])).toEqual([
      ['bad', '400 invalid_input: url: no'],
      ['worse', 'its parent section "bad" could not be imported'],
      ['1', 'its section "worse" could not be imported'],
    ]);
    expect(imported(2)).toBeDefined();
    api.intercept = () => undefined;
    expect((await run(content)).failures).toEqual([]);
    expect(imported(1)?.sections).toEqual([api.sections.find(({ url }) => url === 'worse')?.id]);
  });
});
