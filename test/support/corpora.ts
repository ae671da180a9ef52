import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Third-party files that tests may use, kept beside the project and never in it. */
const BESIDE = join(import.meta.dirname, '../../../shared/data');

/** The folder of one such corpus; undefined where it isn't there. */
export function corpusFolder(name: string): string | undefined {
  const folder = join(BESIDE, name);
  return existsSync(folder) ? folder : undefined;
}
