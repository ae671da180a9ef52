import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Third-party files that tests may use. They stay outside the project. */
const CORPORA = join(import.meta.dirname, '../../../../shared/data');

/** The folder of one such corpus; undefined if it does not exist. */
export function corpusFolder(name: string): string | undefined {
  const folder = join(CORPORA, name);
  return existsSync(folder) ? folder : undefined;
}
