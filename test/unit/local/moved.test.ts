import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../../../infra/core/root.ts';

const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'moved-')));
});
afterEach(() => rm(folder, { recursive: true }));

/** A project whose service prints its own place instead of starting. */
async function makeProject(name: string): Promise<string> {
  const project = join(folder, name);
  const local = join(project, 'infra/local');
  await mkdir(local, { recursive: true });
  await cp(join(ROOT, 'infra/local/start.js'), join(local, 'start.js'));
  await writeFile(
    join(local, 'main.ts'),
    'console.log(import.meta.filename === process.argv[1], process.argv[1]);',
  );
  await writeFile(join(project, 'package-lock.json'), '{}');
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  return project;
}

async function start(project: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(project, 'infra/local/start.js')]);
  return stdout.trim();
}

function startedIn(project: string): string {
  return `true ${join(project, 'infra/local/main.ts')}`;
}

it.each([
  ['moved', rename],
  ['copied', (from: string, to: string) => cp(from, to, { recursive: true, verbatimSymlinks: true })],
])('the service starts from a project that was %s with the bundle in it', async (_how, change) => {
  const [project, next] = [await makeProject('before'), join(folder, 'after')];
  expect(await start(project)).toBe(startedIn(project));
  await change(project, next);
  expect(await start(next)).toBe(startedIn(next));
  expect(await start(next)).toBe(startedIn(next));
});
