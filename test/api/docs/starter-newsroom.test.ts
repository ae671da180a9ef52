import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleClient } from '../../../infra/client/bundle.ts';
import { creation } from '../../../infra/dev/new/main.ts';
import { useApi } from '../../support/api/api.ts';
import { runHere } from '../../support/processes/cli.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } });
const LOAD = `import { loadNewsroom } from './lib/newsroom.js';
const { posts } = await loadNewsroom();
console.log(JSON.stringify(posts.map(({ id }) => id)));`;
let parent: string;
let site: string;

/** Makes a starter's folder with the client, but without a framework, which only a registry has. */
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'newsroom-'));
  site = join(parent, 'site');
  const { code } = await runHere(creation, ['site', 'eleventy', site, '--url', api.stack.url]);
  expect(code).toBe(0);
  const client = join(site, 'node_modules/broadsheet-client');
  await mkdir(client, { recursive: true });
  await writeFile(join(client, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  await writeFile(join(client, 'index.js'), await bundleClient());
});
afterAll(() => rm(parent, { recursive: true }));

/** The ids of the posts in a build of the site. */
async function build(): Promise<{ ids: number[]; read: string }> {
  const script = ['--input-type=module', '--eval', LOAD];
  const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: site });
  const [ids = '', ...others] = stdout.trim().split('\n').reverse();
  return { ids: JSON.parse(ids), read: others.join('\n') };
}

it('a build that reads only what has changed orders posts of one second as the lists do', async () => {
  const created_ts = 1_700_000_000;
  for (const headline of ['First', 'Second']) await makePost(api, { headline, created_ts });
  expect((await build()).read).toContain('read 2 posts');
  await makePost(api, { headline: 'Third', created_ts });

  const { ids, read } = await build();

  const list = await ok(api.get('/posts', { query: { include_fields: 'id' } }));
  expect(read).toContain('read 1 changed posts');
  expect(ids).toEqual(list.map(({ id }: { id: number }) => id));
});
