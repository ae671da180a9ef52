import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskPages } from '../../../../infra/sites/reference/pages/task-pages.ts';
import { useApi } from '../../../support/api/api.ts';
import { smallSite } from '../../../support/import/wordpress-site.ts';
import { ok } from '../../../support/resources/posts.ts';
import { listCommands } from '../../../support/web/reference-commands.ts';

const run = promisify(execFile);
const api = useApi();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tasks-'));
  await writeFile(join(folder, 'export.xml'), smallSite);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the commands of a task in the folder of the project, on files elsewhere. */
async function runTask(name: string): Promise<void> {
  const page = taskPages().find(({ path }) => path === `tasks/${name}`)!;
  const script = listCommands(page).replaceAll(
    /(?<=npm run .*)(export\.xml|newsroom|\.local)\b/g,
    `"${folder}"/$1`,
  );
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, URL: api.stack.url, KEY: api.adminKey };
  await run('bash', ['-c', `set -e\n${script}`], { env });
}

describe('tasks of the reference that use commands of the project', () => {
  it('Move from WordPress imports the posts of an export', async () => {
    await runTask('move-from-wordpress');

    expect(await ok(api.get('/posts?limit=30'))).not.toEqual([]);
  });

  it('Move out exports every post, and the export can be imported', async () => {
    await runTask('move-out');
    const posts = await readFile(join(folder, 'newsroom/posts.jsonl'), 'utf8');

    expect(posts.trim().split('\n').length).toBeGreaterThan(3);
  });
});
