import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;

/**
 * Lets only this user read the files that the process makes from now on, also those of native code such as LevelDB. Everything that
 * writes a newsroom's data or secrets calls it first; the process's umask leaves no writer out.
 */
export function writePrivately(): void {
  // Only the main thread may set it; the others have it too.
  if (isMainThread) process.umask(OTHERS);
}

/**
 * Makes a folder of data that only this user can read. `entries`: the names of its files and folders; those that an earlier version made
 * readable are restricted. The folder itself is restricted when it holds nothing else: a user may have chosen a folder such as `/tmp`.
 */
export function makePrivateFolder(folder: string, entries: readonly string[]): void {
  writePrivately();
  mkdirSync(folder, { recursive: true });
  const found = readdirSync(folder);
  for (const name of found) if (entries.includes(name)) restrict(join(folder, name));
  if (found.every(name => entries.includes(name))) chmodSync(folder, PRIVATE_FOLDER);
}

/** Restricts a folder after its content, so that a restricted one is complete and costs a later start nothing. */
function restrict(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink() || (stats.mode & OTHERS) === 0) return;
  if (stats.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name));
  chmodSync(path, stats.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE);
}
