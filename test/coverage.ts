import { join } from 'node:path';
import type { CoverageOptions } from 'vitest/node';

const FOLDER = 'coverage';
/** Which test files ran which sources. */
export const REACH_FILE = join(FOLDER, 'reach.json');

/**
 * `npm run test:coverage` measures functions/ and shared/ in the tests that run them in their own process. Code that runs only in
 * separate processes, such as `npm start` and the deployed bundles, counts as not covered.
 */
export const COVERAGE: CoverageOptions = {
  provider: 'custom',
  customProviderModule: './test/coverage-provider.ts',
  include: ['functions/**/*.ts', 'shared/**/**/*.ts'],
  reporter: ['text-summary', 'json-summary'],
  reportsDirectory: FOLDER,
  thresholds: { lines: 95, branches: 95 },
};
