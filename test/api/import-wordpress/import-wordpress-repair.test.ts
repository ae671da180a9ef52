import { beforeAll, describe, expect, it } from 'vitest';
import { repairing } from '../../../infra/cli/import-wordpress/repair.ts';
import { exportFile, author, item, wxr } from '../../unit/cli/import-wordpress/export.ts';
import { useApi } from '../../support/api/api.ts';
import { runHere } from '../../support/processes/cli.ts';
import { importInto } from '../../support/import/importing.ts';
import { ok } from '../../support/resources/posts.ts';
import { byCursor } from '../../support/api/walk.ts';

const api = useApi();

const CLASSIC = ' One\n\nTwo\nThree\n';
const BLOCKS = '\n<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n\n';
function text(content: string): string {
  return `<![CDATA[${content}]]>`;
}
const SITE = 'https://news.example/blog';
const file = exportFile(
  wxr(
    author('jane'),
    item({ post_id: '1', content: text(CLASSIC), post_name: 'one', link: `${SITE}/2015/01/27/one/` }),
    item({ post_id: '2', content: text(BLOCKS), post_name: 'two', link: `${SITE}/archives/2` }),
    item({ post_id: '3', content: text(CLASSIC), post_name: 'three', link: 'https://news.example/?p=3' }),
    item({ post_id: '4', content: text(CLASSIC), status: 'draft' }),
    item({
      post_id: '5',
      content: text(CLASSIC),
      post_name: 'one',
      post_type: 'page',
      link: `${SITE}/about/one/`,
    }),
    item({
      post_id: '6',
      content: text(CLASSIC),
      post_name: 'नमस्ते',
      link: `${SITE}/2015/%e0%a4%a8%e0%a4%ae/`,
    }),
  ),
);

async function imported(): Promise<Map<number, any>> {
  const all = [...(await byCursor(api, '/posts')), ...(await byCursor(api, '/drafts'))];
  const whole = await Promise.all(
    all.map(post => ok(api.get(`/${post.status === 'published' ? 'posts' : 'drafts'}/${post.id}`))),
  );
  return new Map(whole.map(post => [post.roar_specific_data.wordpress.id, post]));
}

const SHOWN = '<p> One</p>\n<p>Two<br />\nThree</p>\n';

beforeAll(async () => {
  expect(await importInto(api, file)).toMatchObject({ failures: [], aborted: undefined });
});

describe('import of classic WordPress posts', () => {
  it('stores the paragraphs that WordPress shows, and the block editor’s bodies as they are', async () => {
    const posts = await imported();
    for (const id of [1, 3, 4, 5, 6]) expect(posts.get(id).body).toBe(SHOWN);
    expect(posts.get(2).body).toBe(BLOCKS);
  });

  it.each([
    [1, '/blog/2015/01/27/one/'],
    [1, '/blog/2015/01/27/one'],
    [2, '/blog/archives/2'],
    [2, '/blog/archives/2/'],
    [3, '/?p=3'],
    [5, '/blog/about/one/'],
    [6, '/blog/2015/%e0%a4%a8%e0%a4%ae/'],
    [6, '/blog/2015/नम'],
  ])('lets post %s answer at its old path %s', async (id, path) => {
    const post = (await imported()).get(id);
    const { status, body } = await api.get('/posts/permalink', { query: { path } });
    expect({ status, body }).toEqual({ status: 200, body: { moved_to: encodeURI(post.slug) } });
  });

  it('keeps an old path from a post that has it now, and after the post was unpublished', async () => {
    const post = (await imported()).get(1);
    await ok(api.put(`/posts/${post.id}`, { action: 'unpublish' }));
    const path = '/blog/2015/01/27/one/';
    expect((await api.get('/posts/permalink', { query: { path } })).status).toBe(404);
    await ok(api.put(`/drafts/${post.id}`, { action: 'publish' }));
    expect((await api.get('/posts/permalink', { query: { path } })).body).toEqual({ moved_to: post.slug });
  });
});

describe('repair of an earlier import from WordPress', () => {
  const repair = (...more: string[]) =>
    runHere(repairing, [file, '--url', api.stack.url, '--key', api.adminKey, ...more]);

  it('shows what it would change, changes it with --apply, and nothing in a second run', async () => {
    const before = await imported();
    // As an earlier version imported them; an editor has changed one since.
    for (const id of [1, 5, 6]) await ok(api.put(`/posts/${before.get(id).id}`, { body: CLASSIC }));
    await ok(api.put(`/drafts/${before.get(4).id}`, { body: CLASSIC }));
    await ok(api.put(`/posts/${before.get(3).id}`, { body: '<p>Rewritten</p>' }));
    const old = await imported();

    const shown = await repair();
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain(`${old.get(1).id} (WordPress 1) "A title": 2 paragraphs, 1 line breaks`);
    expect(shown.stdout).toContain('4 posts get paragraphs');
    expect(shown.stdout).toContain('1 posts are right');
    expect(shown.stdout).toContain('1 posts have been edited');
    expect(shown.stdout).toContain('Nothing was changed');
    expect(await imported()).toEqual(old);

    expect((await repair('--apply')).stdout).toContain('4 posts get paragraphs');
    const now = await imported();
    for (const id of [1, 4, 5, 6]) expect(now.get(id).body).toBe(SHOWN);
    expect(now.get(3).body).toBe('<p>Rewritten</p>');
    expect(now.get(1).updated_ts).toBe(old.get(1).updated_ts);

    expect((await repair('--apply')).stdout).toContain('5 posts are right');
    expect(await imported()).toEqual(now);
  });

  it('prints what to do with an export that does not name its site', async () => {
    const nameless = exportFile(
      wxr(item()).replace(/<link>.*?<\/link>|<wp:base_blog_url>.*?<\/wp:base_blog_url>/g, ''),
    );
    const command = (...more: string[]) =>
      runHere(repairing, [nameless, '--url', api.stack.url, '--key', api.adminKey, ...more]);
    const { code, stderr } = await command();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('Add --site with the address'),
    });
    expect((await command('--site', SITE)).code).toBe(0);
  });
});
