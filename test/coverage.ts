import type { CoverageOptions } from 'vitest/node';

/**
 * What `npm run test:coverage` measures: functions/ and shared/, by the tests that run them in their own process. What only runs in
 * processes of its own, as `npm start` and the deployed bundles do, counts as not covered by these.
 */
export const COVERAGE: CoverageOptions = {
  provider: 'v8',
  include: ['functions/**/*.ts', 'shared/**/*.ts'],
  reporter: ['text-summary', 'json-summary'],
  reportsDirectory: 'coverage',
  thresholds: { lines: 95, branches: 95 },
};
