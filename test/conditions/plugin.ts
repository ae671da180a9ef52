import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vitest/config';

const ORIGINAL = resolve('shared/platform/store/condition.ts');
const REPLACEMENT = resolve('test/conditions/condition.ts');

/** Puts condition.ts of this folder in the place of the store's, also in modules that a test loads twice. */
export const replaceConditions: Plugin = {
  name: 'replace-conditions',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer !== undefined && importer !== REPLACEMENT && resolve(dirname(importer), source) === ORIGINAL
      ? REPLACEMENT
      : undefined,
};
