import { realpathSync, statSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { UsageError } from '../../../core/command.ts';

const MAX_BYTES = 2 ** 26;

/**
 * Reads a file of a corpus. Its names and links come from other people. @throws UsageError for a file outside the folder, a pipe, or a huge
 * file
 */
export function readInside(folder: string, name: string): Buffer {
  const root = realpathSync(folder);
  const path = realpathSync(join(root, name));
  const stats = path.startsWith(`${root}${sep}`) ? statSync(path) : undefined;
  if (!stats?.isFile()) throw new UsageError(`${name} is not a file in ${folder}.`);
  if (stats.size > MAX_BYTES)
    throw new UsageError(`${name} has ${stats.size} bytes, more than ${MAX_BYTES}.`);
  return readFileSync(path);
}
