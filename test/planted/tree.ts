import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { existsSync } from 'node:fs';
import type { Fault } from './faults.ts';

const run = promisify(execFile);

/** Folders of installed packages, which the copy links to. */
const LINKED = ['node_modules', 'infra/layers/sharp/node_modules'];

/** @returns the folder of a copy of all files that are not ignored by git */
export async function copyTree(): Promise<string> {
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const target = await mkdtemp(join(tmpdir(), 'broadsheet-planted-'));
  const files = listed.stdout.split('\0').filter(file => file !== '' && existsSync(file));
  for (const file of files) await cp(file, join(target, file));
  for (const folder of LINKED.filter(existsSync))
    await symlink(join(process.cwd(), folder), join(target, folder));
  return target;
}

export function removeTree(tree: string): Promise<void> {
  return rm(tree, { recursive: true, force: true });
}

/** Writes a file of the copy, in place of its text. @returns a function that restores it */
export async function change(
  tree: string,
  file: string,
  edit: (source: string) => string,
): Promise<() => Promise<void>> {
  const path = join(tree, file);
  const source = await readFile(path, 'utf8');
  await writeFile(path, edit(source));
  return () => writeFile(path, source);
}

/**
 * Plants a fault. @throws Error when its text does not occur exactly once: the fault must then be updated.
 * @returns a function that removes it
 */
export function plant(tree: string, { name, file, text, replacement }: Fault): Promise<() => Promise<void>> {
  return change(tree, file, source => {
    const count = source.split(text).length - 1;
    if (count !== 1) throw new Error(`${name}: its text occurs ${count} times in ${file} instead of once`);
    return source.replace(text, () => replacement);
  });
}
