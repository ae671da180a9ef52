import { defineConfig } from 'vitest/config';
import { KeptThread } from './kept-thread.ts';

/** Runs the tests that main.ts names. Stryker ends a hanging mutant before these time-outs. */
export default defineConfig({
  plugins: [
    {
      name: 'kept-thread',
      configureVitest({ project }) {
        project.config.isolate = false;
        project.config.pool = 'kept-thread';
        project.config.poolRunner = {
          name: 'kept-thread',
          createPoolWorker: options => new KeptThread(options),
        };
      },
    },
  ],
  test: {
    setupFiles: ['test/support/setup.ts'],
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
