import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { KeptThread } from './kept-thread.ts';

/** Runs short files first: the first failing test ends a mutant's run. */
class ShortestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx;
    const durationOf = ({ project, moduleId }: TestSpecification): number =>
      cache.getFileTestResults(`${project.name}:${relative(config.root, moduleId)}`)?.duration ?? 0;
    return Promise.resolve([...files].sort((one, other) => durationOf(one) - durationOf(other)));
  }
}

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
    sequence: { sequencer: ShortestFirst },
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
