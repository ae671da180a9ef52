import { resolve } from 'node:path';

/** The folder of this repository. */
export const ROOT = resolve(import.meta.dirname, '../..');
