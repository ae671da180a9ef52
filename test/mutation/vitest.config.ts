import { defineConfig } from 'vitest/config';

/** Runs the tests that main.ts names. Stryker ends a hanging mutant before these time-outs. */
export default defineConfig({
  test: {
    setupFiles: ['test/support/setup.ts'],
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
