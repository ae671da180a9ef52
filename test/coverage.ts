import type { CoverageOptions } from 'vitest/node';

/**
 * `npm run test:coverage` measures functions/ and shared/ in the tests that run them in their own process. Code that runs only in
 * separate processes, such as `npm start` and the deployed bundles, counts as not covered.
 */
export const COVERAGE: CoverageOptions = {
  provider: 'v8',
  include: ['functions/**/*.ts', 'shared/**/*.ts'],
  reporter: ['text-summary', 'json-summary'],
  reportsDirectory: 'coverage',
  thresholds: { lines: 95, branches: 95 },
};
