import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyDatabase } from '../../../../infra/aws-local/dynamodb/live-copy.ts';
import { openLevel } from '../../../../infra/aws-local/dynamodb/open-level.ts';

it.each([
  ['CURRENT', 'is missing', (file: string) => rm(file)],
  ['CURRENT', 'is damaged: it names no manifest', (file: string) => writeFile(file, '')],
  ['MANIFEST-', 'is missing, although CURRENT names it', (file: string) => rm(file)],
])('the copy of a database names %s, which %s, and the way out', async (name, fault, damage) => {
  const root = await mkdtemp(join(tmpdir(), 'copy-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const dir = join(root, 'dynamodb');
  await (await openLevel(dir)).close();
  const found = (await readdir(dir)).find(each => each.startsWith(name)) ?? '';
  await damage(join(dir, found));
  expect(() => copyDatabase(dir, join(root, 'copy'))).toThrow(
    `${join(dir, found)} ${fault}. Restore a backup, or run npm run verify -- --repair.`,
  );
});
