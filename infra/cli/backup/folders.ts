import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../core/command.ts';

/**
 * Requires a folder to copy into: a new or empty one, and not within the folder that is copied. A service would count a backup in its data
 * folder as its own data, and who loses that folder would lose both.
 * @throws UsageError
 */
export function requireTarget(target: string, source: string): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new UsageError(`${target} is not a folder.`);
  if (found && readdirSync(target).length > 0)
    throw new UsageError(`${target} is not empty: name a new or an empty folder.`);
  if (isWithin(toRealPath(target), toRealPath(source)))
    throw new UsageError(`${target} is within ${source}, which is copied: name a folder elsewhere.`);
}

function isWithin(path: string, folder: string): boolean {
  const [first] = relative(folder, path).split(sep);
  return first !== '..';
}

/** The path without links, also of a folder that is not there yet. */
function toRealPath(path: string): string {
  const full = resolve(path);
  if (existsSync(full) || dirname(full) === full) return realpathSync(full);
  return join(toRealPath(dirname(full)), basename(full));
}
