import { join } from 'node:path';
import { listPlainFiles } from '../core/plain-files.ts';

/** What the service keeps in a data folder. */
const PARTS = ['ready.json', 'admin-key', 'dynamodb', 'dynamodb.repaired', 's3', 'scheduler'];
const FOLDERS = new Set(['dynamodb', 's3', 'scheduler']);

/**
 * A folder from another machine may have links that lead out of it, or pipes that never end. @throws Error that names a link, a pipe, or a
 * file in place of a folder
 */
export function requirePlainFiles(dir: string): void {
  for (const part of PARTS)
    if (listPlainFiles(dir, part).includes(part) && FOLDERS.has(part))
      throw new Error(`${join(dir, part)} is not a folder.`);
}
