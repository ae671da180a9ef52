import { RUNS_ALL } from '../../support/run/rounds.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { authors } from '../../../infra/local/demo/authors.ts';
import { badges } from '../../../infra/local/demo/load.ts';
import { loadDemo } from '../../../infra/local/demo/load.ts';
import { pictures } from '../../../infra/local/demo/pictures.ts';
import { sections, tags } from '../../../infra/local/demo/sections.ts';
import { published } from '../../../infra/local/demo/load.ts';
import { useApi } from '../../support/api/api.ts';
import { settledImage } from '../../support/resources/images.ts';
import { postsAfter, refusing, recordRequests } from '../../support/import/importing.ts';
import { byCursor, everythingOn } from '../../support/api/walk.ts';

const api = useApi();
function load(): Promise<void> {
  return loadDemo({ url: api.stack.url, key: api.adminKey });
}

async function recordWrites(work: () => Promise<unknown>): Promise<string[]> {
  return (await recordRequests(work)).filter(request => !request.startsWith('GET'));
}

it('npm start -- --demo loads nothing into a site that has even one draft', async () => {
  const { body: draft } = await api.post('/drafts', { headline: 'Our own' });
  expect(await recordWrites(load)).toEqual([]);
  await api.delete(`/drafts/${draft.id}`);
});

it('npm start -- --demo completes the demo on the next load after any interruption', async () => {
  await expect(refusing(method => method === 'POST', load)).rejects.toThrow('401');
  await expect(refusing((_, path) => path.endsWith('/tags'), load)).rejects.toThrow('401');
  if (RUNS_ALL) {
    let assets = 0;
    const afterTwo = (method: string, path: string) =>
      method === 'POST' && path.endsWith('/dam/assets') && (assets += 1) > 2;
    await expect(refusing(afterTwo, load)).rejects.toThrow('401');
    await expect(
      refusing((method, path) => method === 'POST' && path.endsWith('/badges'), load),
    ).rejects.toThrow();
  }
  await expect(refusing(postsAfter(20), load)).rejects.toThrow('401');
  expect(await byCursor(api, '/posts')).toHaveLength(20);
  await expect(refusing((_, path) => path.includes('scheduled'), load)).rejects.toThrow('401');
  await load();
  expect(await byCursor(api, '/posts')).toHaveLength(published.length);
  expect(await byCursor(api, '/drafts')).toHaveLength(6);
});

it('the demo has a staff with roles and biographies', async () => {
  const staff = (await byCursor(api, '/authors/search')).filter(({ name }) => name !== 'admin');
  expect(staff.map(({ name }) => name).toSorted()).toEqual(authors.map(({ name }) => name).toSorted());
  expect(new Set(staff.map(({ role }) => role)).size).toBeGreaterThanOrEqual(4);
  for (const { bio, displayname } of staff) {
    expect(bio.length).toBeGreaterThan(40);
    expect(displayname).toMatch(/^\w+ \w+$/);
  }
});

it('the demo has forty posts with text and with dates of the past 30 days', async () => {
  const posts = await byCursor(api, '/posts');
  expect(posts).toHaveLength(40);
  const dates = posts.map(({ created_ts }) => created_ts);
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  const now = Date.now() / 1000;
  expect(Math.max(...dates)).toBeLessThan(now);
  expect(Math.min(...dates)).toBeGreaterThan(now - 30 * 86_400);
  for (const { body, words_count, headline, subheadline } of posts) {
    expect([headline, subheadline]).not.toContain('');
    expect(body.match(/<p>/g).length).toBeGreaterThanOrEqual(3);
    expect(words_count).toBeGreaterThan(60);
  }
});

it('the demo fills the front page, each section, each tag and each by-line', async () => {
  expect((await byCursor(api, '/posts/frontpage')).length).toBeGreaterThanOrEqual(10);
  for (const { url } of sections) {
    const posts = await byCursor(api, '/posts/section', { section_name: url });
    expect(posts.length, url).toBeGreaterThanOrEqual(4);
  }
  for (const { url } of tags) expect(await byCursor(api, '/posts/tag', { tag: url })).not.toEqual([]);
  const names = authors.map(({ name }) => name);
  for (const { author_name } of await byCursor(api, '/posts')) expect(names).toContain(author_name);
});

it('the demo nests sections and fills them by tags', async () => {
  const found = new Map((await api.get('/sections')).body.map((section: any) => [section.url, section]));
  const [news, townHall] = [found.get('news'), found.get('town-hall')] as any[];
  expect(townHall).toMatchObject({ parent_id: news.id, status: 2 });
  const posts = await byCursor(api, '/posts/section', { section_name: 'town-hall' });
  expect(posts.every(({ auto_sections }) => auto_sections.includes(townHall.id))).toBe(true);
});

it('the demo has a picture with thumbnails for each illustrated story and each badge', async () => {
  const { items } = (await api.get('/dam/assets')).body;
  expect(items.map((asset: any) => asset.site_specific_data.demo).toSorted()).toEqual(
    [...pictures.keys()].toSorted(),
  );
  const posts = new Map((await byCursor(api, '/posts')).map(post => [post.basename, post]));
  const illustrated = [...pictures.keys()].filter(name => posts.has(name));
  expect(illustrated).toHaveLength(pictures.size - badges.length);
  for (const name of illustrated) {
    const { image_id, photo_caption, photo_credit } = posts.get(name);
    expect({ photo_caption, photo_credit }).toEqual({
      photo_caption: pictures.get(name)?.caption,
      photo_credit: 'Courier graphics',
    });
    expect(await settledImage(api, image_id)).toMatchObject({ thumbnails_status: 'ready', width: 1500 });
  }
});

it('the demo has two badges with their posts, one of them sponsored', async () => {
  const found: any[] = (await api.get('/badges')).body;
  expect(found.map(({ name, category }) => [name, category])).toEqual([
    ['Readers’ choice', 0],
    ['Supported by the Harbour Trust', 1],
  ]);
  for (const { name, stories } of badges) {
    const posts = await byCursor(api, '/posts');
    const marked = posts.filter(post => post.badges_details.some((badge: any) => badge.name === name));
    expect(marked.map(({ basename }) => basename).toSorted()).toEqual(stories.toSorted());
  }
});

it('the demo has two posts scheduled some days ahead and four drafts', async () => {
  const scheduled = await byCursor(api, '/scheduled_posts');
  const days = scheduled.map(({ scheduled_at }) => (scheduled_at - Date.now() / 1000) / 86_400);
  expect(days).toHaveLength(2);
  for (const day of days) expect(day).toBeGreaterThan(2);
  const drafts = await byCursor(api, '/drafts');
  expect(drafts.filter(({ status }) => status === 'draft')).toHaveLength(4);
});

it('npm start -- --demo changes nothing when it loads the demo again after a post was deleted', async () => {
  const [newest] = await byCursor(api, '/posts');
  await api.delete(`/posts/${newest.id}`);
  const before = await everythingOn(api);
  expect(await recordWrites(load)).toEqual([]);
  expect(await everythingOn(api)).toEqual(before);
});

it('npm start -- --demo loads the demo before it reports that the service is ready', async () => {
  // The service must start its own engines instead of using those of this process.
  const own = Object.entries(process.env).filter(([name]) => !/^(AWS_ENDPOINT_URL_|TABLE_NAME$)/.test(name));
  const service = spawn(process.execPath, ['infra/local/start.js', '--demo'], {
    env: { ...Object.fromEntries(own), PORT: '0', DATA_DIR: ':memory:' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(service, 'exit');
  onTestFinished(async () => {
    service.kill();
    await exit;
  });
  const [line] = await once(createInterface(service.stdout), 'line');
  const [, url = '', key = ''] = /ready at (\S+) with the API key (\S+)/.exec(line) ?? [];
  const reply = await fetch(`${url}/api/1.3/posts?limit=100`, { headers: { 'x-svcauth': key } });
  expect(await reply.json()).toHaveLength(40);
});
