import { lstatSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { toReason, UsageError } from '../core/command.ts';
import { explainAccess, isDenied } from '../core/denied.ts';
import { listPlainFiles } from '../core/plain-files.ts';

/** What the service keeps in a data folder. */
const PARTS = ['ready.json', 'admin-key', 'dynamodb', 'dynamodb.repaired', 's3', 'scheduler'];
const FOLDERS = new Set(['dynamodb', 's3', 'scheduler']);

/**
 * A folder from another machine may have links that lead out of it, or pipes that never end. @throws Error that names a link, a pipe, or a
 * file in place of a folder
 */
function requirePlainFiles(dir: string): void {
  for (const part of PARTS)
    if (listPlainFiles(dir, part).includes(part) && FOLDERS.has(part))
      throw new Error(`${join(dir, part)} is not a folder.`);
}

/**
 * A folder that this user may not read looks like an empty one. @param databases the names of which one must be there
 * @throws UsageError that names the folder: it is no data folder, or not readable; Error as `requirePlainFiles`
 */
export function requireDataFolder(dir: string, databases: readonly string[] = ['dynamodb']): void {
  try {
    if (!databases.some(name => isThere(join(dir, name))))
      throw new UsageError(`${dir} is not the data folder of a service.`);
    requirePlainFiles(dir);
  } catch (error) {
    throw isDenied(error) ? new UsageError(explainFolder(error, dir), { cause: error }) : error;
  }
}

/** Explains a failure of a command on a data folder: what this user may not read there may be another user's. */
export function explainFolder(error: unknown, dir: string | undefined): string {
  if (dir === undefined || !isDenied(error) || !toReason(error).includes(normalize(dir)))
    return toReason(error);
  return `The data folder ${dir} can't be used: ${explainAccess(error)}`;
}

/** Whether there is a file or folder. @throws Error of the file system when this can't be known */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isDenied(error)) throw error;
    return false;
  }
}
