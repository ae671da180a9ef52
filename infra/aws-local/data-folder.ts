import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { makeFolder } from '../core/make-folder.ts';

/** What the service keeps in its data folder. */
const ENTRIES = [
  'admin-key',
  'admin-key.damaged',
  'admin-key.new',
  'admin-key.tmp',
  'dynamodb',
  'ready.json',
  'ready.json.new',
  's3',
  'scheduler',
];

/** The names of the folders that a repair of the database keeps begin with this. */
const REPAIRED = 'dynamodb.';

function isOwn(name: string): boolean {
  return ENTRIES.includes(name) || name.startsWith(REPAIRED);
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;

/**
 * Makes the data folder. Only this user can read it, what earlier versions left in it, and what the process makes from now on: its umask
 * leaves no writer out, not even native code such as LevelDB. A folder that also holds something else keeps its own mode, because a
 * user may have chosen one such as `/tmp`.
 */
export function makeDataFolder(dir: string): void {
  // Only the main thread may set it; the others have it too.
  if (isMainThread) process.umask(OTHERS);
  makeFolder(dir);
  const found = readdirSync(dir);
  for (const name of found) if (isOwn(name)) restrict(join(dir, name));
  if (found.every(isOwn)) chmodSync(dir, PRIVATE_FOLDER);
}

/** Restricts a folder after its content, so that a restricted one is complete and costs a later start nothing. */
function restrict(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink() || (stats.mode & OTHERS) === 0) return;
  if (stats.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name));
  chmodSync(path, stats.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE);
}
