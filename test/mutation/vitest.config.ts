import { defineConfig } from 'vitest/config';

/** The tests of one folder; main.ts names them. A mutant that hangs is ended by Stryker before these times are over. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
