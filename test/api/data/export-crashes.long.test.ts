import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../../infra/client/source/index.ts';
import { ensureTable } from '../../../infra/aws-local/table.ts';
import { ApiSource } from '../../../infra/cli/export/read/api-source.ts';
import { TableSource } from '../../../infra/cli/export/read/table-source.ts';
import { exportSite } from '../../../infra/cli/export/export.ts';
import { readManifest } from '../../../infra/cli/export/format/manifest.ts';
import { importSite } from '../../../infra/cli/import/import.ts';
import { openTasks } from '../../../infra/cli/import/tasks.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import { ensureAdminKey } from '../../../shared/people/keys/first-admin.ts';
import { restorePost } from '../../../shared/posts/publishing/restore.ts';
import { forgetDirectory } from '../../../shared/taxonomy/sections/read.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { startCloudFormation } from '../../support/deployment/cloudformation.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { allItems, postsAmong } from '../../support/table/table.ts';
import { useApi } from '../../support/api/api.ts';
import { runCli } from '../../support/processes/cli.ts';
import { ok, recently } from '../../support/resources/posts.ts';
import { filesIn, fillWithOddities, readLines } from '../../support/import/site-export.ts';

const api = useApi((url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media` }));
let dir: string;
function at(name: string): string {
  return join(dir, name);
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'broadsheet-'));
  await fillWithOddities(api, '<p>Short</p>');
  await exported('newsroom');
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function exported(name: string, fromTable = false): Promise<Map<string, string>> {
  const { url: site } = api.stack;
  const source = fromTable
    ? new TableSource()
    : new ApiSource(createClient({ url: site, key: api.adminKey }), site);
  await exportSite({ folder: at(name), site, source, concurrency: 4, report: () => undefined });
  return await filesIn(at(name));
}

/** Replaces the site of the service by a new one that has only the first administrator. */
async function replaceSite(): Promise<void> {
  const name = randomUUID();
  process.env.TABLE_NAME = `test-${name}`;
  process.env.CONTENT_BUCKET = `content-${name}`;
  process.env.MEDIA_BUCKET = `media-${name}`;
  await ensureTable(environment().TABLE_NAME);
  const files = new S3Client({ forcePathStyle: true });
  for (const Bucket of [environment().CONTENT_BUCKET, environment().MEDIA_BUCKET])
    await files.send(new CreateBucketCommand({ Bucket }));
  files.destroy();
  await ensureAdminKey(api.adminKey, { name: 'admin' });
  forgetDirectory();
}

/** @returns the lines that the import reported */
async function imported(options: { dryRun?: boolean; folder?: string } = {}): Promise<string> {
  const said: string[] = [];
  const report = (line: string): void => void said.push(line);
  await importSite({ folder: at('newsroom'), dryRun: false, concurrency: 2, report, ...options });
  return said.join('\n');
}

it('npm run import refuses a site that is not empty', async () => {
  await expect(imported()).rejects.toThrow(
    'Only an empty site can be filled; this one has authors, sections, tags, badges, posts, assets.',
  );
});

it('npm run import -- --dry-run writes nothing', async () => {
  await replaceSite();
  const before = await allItems();
  expect(await imported({ dryRun: true })).toContain('Nothing was written');
  expect(await allItems()).toEqual(before);
});

it('npm run import makes the same site after a crash at any point', async () => {
  const expected = await filesIn(at('newsroom'));
  await replaceSite();
  let calls = 0;
  await withFaults(() => void (calls += 1), imported);
  for (const part of [0.1, 0.35, 0.6, 0.85]) {
    await replaceSite();
    const broken = withFaults(dyingAfter(Math.floor(calls * part)), imported);
    await expect(broken).rejects.toThrow('the process is dead');
    expect(await imported(), `after ${part}`).not.toContain('here before');
    expect(await imported()).toContain('was imported here before');
    const found = await exported('again');
    for (const [name, content] of expected)
      expect(found.get(name) === content, `${name} after ${part}`).toBe(true);
    expect(postsAmong(await allItems())).toHaveLength(8);
    expect(await findDisagreements()).toEqual([]);
  }
});

it('npm run import refuses to continue an interrupted import with another export', async () => {
  await replaceSite();
  await expect(withFaults(dyingAfter(40), imported)).rejects.toThrow('the process is dead');
  await exported('half');
  await expect(imported({ folder: at('half') })).rejects.toThrow(
    'The import of another export was interrupted here',
  );
});

it('npm run export and import include what only the table has when the table can be read', async () => {
  await replaceSite();
  const { authors, posts, image, section } = await fillWithOddities(api, '<p>Short</p>');
  const headers = { 'x-site': 'news', authorization: 'Bearer of-the-receiver' };
  const webhook = await ok(api.post('/webhooks', { url: 'https://hooks.example/a', headers, active: false }));
  await ok(api.put(`/posts/${posts[1].id}`, { manual_basename: 'renamed' }));
  await ok(api.post(`/posts/${posts[2].id}/likes`, { author_id: authors[0] }));
  await ok(api.put(`/posts/${posts[2].id}`, { action: 'unpublish' }));
  const expected = await exported('whole', true);
  expect(await readLines(at('whole'), 'webhooks')).toEqual([
    expect.objectContaining({ id: webhook.id, headers: { ...headers, authorization: '********' } }),
  ]);
  expect(await readLines(at('whole'), 'likes')).toContainEqual(
    expect.objectContaining({ post_id: posts[2].id }),
  );
  const paths = await readLines(at('whole'), 'paths');
  expect(paths.map(({ posts: owners }) => owners.last)).toContain(posts[1].id);
  const texts = [...expected.values()].join('\n');
  for (const secret of [webhook.secret, 'of-the-receiver', 'scrypt$', api.adminKey])
    expect(texts).not.toContain(secret);
  const lines = await readLines(at('whole'), 'authors');
  expect(lines.find(({ id }) => id === authors[0])).toMatchObject({ email: 'ann@example.com' });
  const named = (await readLines(at('whole'), 'posts')).find(({ id }) => id === posts[1].id);
  expect(named).toMatchObject({ explicit_sections: [section.id, 0], first_published_ts: recently });
  const [picture] = (await readLines(at('whole'), 'images')).filter(({ id }) => id === image.id);
  expect(Object.keys(picture.manual_crops)).toEqual(['1x1']);

  await replaceSite();
  await imported({ folder: at('whole') });
  const { pathname } = new URL(posts[1].post_url);
  expect((await api.get('/posts/permalink', { query: { path: pathname } })).body).toEqual({
    moved_to: expect.stringContaining('renamed'),
  });
  expect(await openTasks(at('whole'), await readManifest(at('whole')))).toEqual([
    'These authors had a password. Invite them, or give them a new one:',
    expect.stringContaining('<ann@example.com>'),
    expect.stringContaining('These webhooks need a new secret'),
    `  ${webhook.id} https://hooks.example/a, and the headers authorization`,
  ]);
  const found = await exported('whole again', true);
  for (const [name, content] of expected) expect(found.get(name) === content, name).toBe(true);
});

it('npm run import restores a post without the badge and the section that were deleted during the export', async () => {
  await replaceSite();
  const [line] = await readLines(at('newsroom'), 'posts');
  const { body, listicle, page_views: _views, ...post } = line;
  const named = { ...post, status: 'published', scheduled_at: null, badges: [9], explicit_sections: [9, 0] };
  await restorePost({ ...named, primary_section: 9 }, { body, listicle }, 12);
  expect((await api.get(`/posts/${post.id}`)).body).toMatchObject({
    ...{ badges: [], sections: [0], primary_section: null, created_ts: post.created_ts },
    stats: { page_views_count: 12 },
  });
});

it('npm run export finds table and buckets by the outputs of a deployed stack', async () => {
  await replaceSite();
  const { TABLE_NAME: TableName, CONTENT_BUCKET: ContentBucket, MEDIA_BUCKET: MediaBucket } = environment();
  const cloud = await startCloudFormation(
    new Map([['broadsheet-prod', { outputs: { TableName, ContentBucket, MediaBucket } }]]),
  );
  onTestFinished(() => cloud.stop());
  const on = (command: string, ...args: string[]) =>
    runCli(command, [...args, '--stack', 'broadsheet-prod'], {
      ...{ AWS_ENDPOINT_URL_CLOUDFORMATION: cloud.origin, TABLE_NAME: undefined },
      ...{ CONTENT_BUCKET: undefined, MEDIA_BUCKET: undefined },
    });
  const { code, stdout } = await on('import/main', at('whole'));
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('8 posts') });
  const counts = stdout.slice(0, stdout.indexOf('These authors'));
  expect(await on('export/main', at('from stack'))).toMatchObject({ code: 0, stdout: counts });
  const found = await filesIn(at('from stack'));
  for (const [name, content] of await filesIn(at('whole')))
    expect(found.get(name) === content, name).toBe(true);
});
