import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../infra/client/source/index.ts';
import { loadDemo } from '../../../infra/local/demo/load.ts';
import { ApiSource } from '../../../infra/cli/export/read/api-source.ts';
import { exportSite } from '../../../infra/cli/export/export.ts';
import { readManifest } from '../../../infra/cli/export/format/manifest.ts';
import { checkFolder } from '../../../infra/cli/import/folder.ts';
import { Service } from '../../support/processes/service.ts';
import { eventually, type Api } from '../../support/api/api.ts';
import { runCli } from '../../support/processes/cli.ts';
import { settledImage } from '../../support/resources/images.ts';
import { ok } from '../../support/resources/posts.ts';
import { filesIn, fillWithOddities, readLines, type Odd } from '../../support/import/site-export.ts';
import { byCursor } from '../../support/api/walk.ts';

/** The site `from` is exported into a folder under `dir` and imported into the site `to`. */
let dir: string;
let from: Api;
let to: Api;
let odd: Odd;
const services: Service[] = [];
function at(name: string): string {
  return join(dir, name);
}

async function start(name: string): Promise<Api> {
  const service = new Service({ DATA_DIR: at(name), ADMIN_API_KEY: `key-of-${name}` });
  services.push(service);
  return await service.api(at(name));
}

function exported(api: Api, name: string) {
  return exportSite({
    folder: at(name),
    site: api.stack.url,
    source: new ApiSource(createClient({ url: api.stack.url, key: api.adminKey }), api.stack.url),
    concurrency: 6,
    report: () => undefined,
  });
}

function imported(name: string, into: string) {
  return runCli('import/main', [at(name), '--data-dir', at(into)], { ADMIN_API_KEY: `key-of-${into}` });
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'broadsheet-'));
  from = await start('newsroom');
  await loadDemo({ url: from.stack.url, key: from.adminKey });
  odd = await fillWithOddities(from);
  const options = ['--url', from.stack.url, '--key', from.adminKey];
  expect(await runCli('export/main', [at('first'), ...options])).toMatchObject({ code: 0 });
  expect(await imported('first', 'copy')).toMatchObject({ code: 0 });
  to = await start('copy');
  await exported(to, 'second');
});

afterAll(async () => {
  await Promise.all(services.map(service => service.end('SIGTERM')));
  await rm(dir, { recursive: true, force: true });
});

it('npm run export exports an imported site byte by byte like the original', async () => {
  const [first, second] = [await filesIn(at('first')), await filesIn(at('second'))];
  expect([...second.keys()]).toEqual([...first.keys()]);
  for (const [name, content] of first) expect(second.get(name) === content, name).toBe(true);
});

it('npm run export exports all records in every state', async () => {
  const posts = await readLines(at('first'), 'posts');
  const count = (status: string): number => posts.filter(post => post.status === status).length;
  expect(['published', 'draft', 'scheduled', 'removed'].map(count)).toEqual([44, 6, 3, 1]);
  const [images, documents] = [
    await readLines(at('first'), 'images'),
    await readLines(at('first'), 'documents'),
  ];
  expect(images.map(({ id }) => id)).toEqual(expect.arrayContaining([odd.image.id, odd.hidden.id]));
  expect(documents.map(({ id }) => id)).toEqual([odd.document.id]);
  expect(await readLines(at('first'), 'likes')).toHaveLength(3);
  expect(await readLines(at('first'), 'follows')).toHaveLength(6);
  expect((await readLines(at('first'), 'orders')).map(({ post_ids }) => post_ids)).toEqual([
    [odd.posts[1].id],
    [odd.posts[3].id, odd.posts[1].id],
  ]);
});

/** Who has changed a post is not exported by the API. */
function withoutEditors({ body_by: _b, edited_by: _e, edited_ts: _t, ...post }: any): object {
  return post;
}

/** What a site returns, without its address. */
async function readAnswers(api: Api): Promise<object> {
  const one = async (path: string) => await ok(api.get(path));
  const { id: section } = odd.section;
  const answers = {
    posts: await byCursor(api, '/posts', { removed: 1 }),
    updated: await byCursor(api, '/posts', { order: 'updated', include_fields: 'id' }),
    drafts: await byCursor(api, '/drafts', { limit: 30 }),
    scheduled: await byCursor(api, '/scheduled_posts'),
    frontpage: await byCursor(api, '/posts/frontpage'),
    section: await byCursor(api, '/posts/section', { section_name: 'odder' }),
    tagged: await byCursor(api, '/posts/tag', { tag: 'odd' }),
    byAuthor: await byCursor(api, '/posts/author', { author_id: odd.authors[0]! }),
    basename: await one(`/posts/basename?basename=same`),
    revisions: [
      await one(`/editor/posts/${odd.posts[0].id}/revisions`),
      withoutEditors(await one(`/editor/posts/${odd.posts[0].id}/revisions/1`)),
    ],
    authors: await byCursor(api, '/authors/search', { limit: 30 }),
    lists: [await one('/sections'), await one('/tags'), await one('/badges')],
    likes: await byCursor(api, `/posts/${odd.posts[0].id}/likes`),
    follows: [await one(`/follows/sections/${section}`), await one(`/follows/${odd.authors[1]}/sections`)],
    assets: [await one('/dam/assets'), await one('/dam/assets?search=bridge&in_trash=1&tags=*inner')],
    document: await one(`/documents/${odd.document.id}`),
    image: await settledImage(api, odd.image.id),
    shown: await one(`/posts/${odd.posts[1].id}?render_shortcodes=1`),
  };
  // Answers name the host alone, and as people do: localhost.
  const { host, port } = new URL(api.stack.url);
  const text = JSON.stringify(answers).replaceAll(host, 'site').replaceAll(`localhost:${port}`, 'site');
  return JSON.parse(text);
}

it('npm run import makes a copy that answers lists, orders, likes, follows, pictures and texts as the original', async () => {
  for (const { id } of await readLines(at('first'), 'images')) {
    await settledImage(from, id);
    await settledImage(to, id);
  }
  expect(await readAnswers(to)).toEqual(await readAnswers(from));
});

it('npm run import indexes the imported posts for search', async () => {
  const search = (api: Api) => byCursor(api, '/posts/search', { phrase: 'harbour', include_fields: 'id' });
  const expected = await eventually(
    () => search(from),
    found => found.length > 0,
  );
  await eventually(
    () => search(to),
    found => JSON.stringify(found) === JSON.stringify(expected),
  );
});

it('an imported site serves the pictures and documents of the original', async () => {
  const image = await settledImage(to, odd.image.id);
  expect(image.thumbnails_status).toBe('ready');
  for (const url of [image.image_original_url, ...Object.values<string>(image.thumbnails)])
    expect((await fetch(url)).status, url).toBe(200);
  const { file_original_url } = await ok(to.get(`/documents/${odd.document.id}`));
  const { headers } = await fetch(file_original_url);
  expect(headers.get('content-disposition')).toBe('attachment; filename="minutes.pdf"');
});

it('npm run import gives the first administrator the key of the copy', async () => {
  const admin = async (api: Api): Promise<number> =>
    (await byCursor(api, '/authors/search', { limit: 30 })).find(({ name }) => name === 'admin').id;
  expect(await admin(to)).toEqual(await admin(from));
  const { body } = await to.get('/api_keys');
  expect(body.map(({ author_id }: any) => author_id)).toEqual([await admin(from)]);
});

it('an imported site lets posts be edited and restored, and keeps basenames and urls taken', async () => {
  const [first] = odd.posts;
  expect(await to.put(`/posts/${first.id}`, { headline: 'Edited', tags: [] })).toMatchObject({ status: 200 });
  expect(await to.put(`/posts/${odd.removed.id}`, { action: 'restore' })).toMatchObject({ status: 200 });
  const again = await ok(to.post('/posts', { headline: 'Largest' }));
  expect(again.basename).toBe(`largest-${again.id}`);
  const taken = await to.post('/sections', { title: 'Again', url: 'odder' });
  expect(taken.status).toBe(409);
});

it('npm run import refuses the data folder of a running service', async () => {
  const { code, stderr } = await imported('first', 'copy');
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('The service is running on') });
});

it('npm run import refuses an export that was changed or is incomplete', async () => {
  const refusal = async (change: () => Promise<void>): Promise<string> => {
    await rm(at('broken'), { recursive: true, force: true });
    await cp(at('second'), at('broken'), { recursive: true });
    await change();
    const check = async () => await checkFolder(at('broken'), await readManifest(at('broken')));
    return await check().then(
      () => 'accepted',
      (error: unknown) => String(error),
    );
  };
  const rewrite = async (name: string, change: (text: string) => string): Promise<void> =>
    await writeFile(at(`broken/${name}`), change(await readFile(at(`broken/${name}`), 'utf8')));
  const [image = ''] = [...(await filesIn(at('second'))).keys()].filter(name => name.includes('images/'));

  expect(await refusal(() => Promise.resolve())).toBe('accepted');
  expect(await refusal(() => rm(at('broken/manifest.json')))).toContain('has no manifest.json');
  expect(await refusal(() => rm(at(`broken/${image}`)))).toContain(`${image} is missing`);
  expect(await refusal(() => rewrite('posts.jsonl', text => `${text}{}\n`))).toContain(
    'does not match the manifest',
  );
  expect(
    await refusal(() => rewrite('manifest.json', text => text.replace('"format": 1', '"format": 2'))),
  ).toContain('manifest.json is not the manifest of an export');
  const elsewhere = (text: string) => text.replace(image, 'media/../../secret');
  expect(await refusal(() => rewrite('manifest.json', elsewhere))).toContain('is not a file of an export');
});

it.each([
  ['export/main', ['folder', '--url', 'nowhere', '--key', 'k']],
  ['import/main', ['folder', '--stack', 'a', '--data-dir', 'b']],
])('infra/cli/%s prints its usage for the wrong arguments %j', async (name, args) => {
  const { code, stderr } = await runCli(name, args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Usage: npm run') });
});
