import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder that a user named, with its parents; one that is there stays as it is. `recursive` of Node.js never returns where the file
 * system has no folders of users and says that the parent is missing, as Linux's `/proc` does.
 * @throws Error of the file system
 */
export function makeFolder(path: string, mode?: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = dirname(resolve(path));
  if (!existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
