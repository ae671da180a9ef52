import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files below a name of a folder, as names in the folder; none when there is nothing of this name. `isLeftOut` tells of a name whether it and
 * all below it is left out.
 * @throws Error for a link, which may lead out of the folder or in circles, and for a pipe, which may never end
 */
export function listPlainFiles(
  folder: string,
  name: string,
  isLeftOut: (name: string) => boolean = () => false,
): string[] {
  const path = join(folder, name);
  const stats = isLeftOut(name) ? undefined : lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [name];
  if (!stats.isDirectory()) throw new Error(`${path} is a link, or neither a file nor a folder.`);
  return readdirSync(path).flatMap(each => listPlainFiles(folder, `${name}/${each}`, isLeftOut));
}
