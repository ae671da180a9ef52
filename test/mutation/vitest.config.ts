import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { KeptThread } from './kept-thread.ts';

/** Runs short files first: the first failing test ends a mutant's run. */
class ShortestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx;
    const getDuration = ({ project, moduleId }: TestSpecification): number =>
      cache.getFileTestResults(`${project.name}:${relative(config.root, moduleId)}`)?.duration ?? 0;
    return Promise.resolve([...files].sort((one, other) => getDuration(one) - getDuration(other)));
  }
}

/** Time-outs of a test and of what it waits for. Of a mutant that hangs, a failed test costs less than a process that Stryker ends. */
const TEST_MS = 20_000;
const WAIT_MS = 15_000;

/** Runs the tests that main.ts names. */
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
    setupFiles: ['test/support/run/setup.ts'],
    sequence: { sequencer: ShortestFirst },
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    env: { HANGS_AFTER_MS: String(WAIT_MS) },
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
  },
});
