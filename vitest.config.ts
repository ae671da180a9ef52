import { defineConfig } from 'vitest/config';
import { COVERAGE } from './test/coverage.ts';

/** Ends only what hangs: a slow machine is no fault of the service. */
const HANGS_AFTER_MS = 300_000;

const project = (name: string) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: HANGS_AFTER_MS,
    hookTimeout: HANGS_AFTER_MS,
  },
});

export default defineConfig({
  test: {
    globalSetup: 'test/support/deployed/setup.ts',
    // Every test has data and ports of its own: as many files at once as there are processors, not one fewer.
    maxWorkers: '100%',
    coverage: COVERAGE,
    projects: [project('unit'), project('api'), project('infra'), project('property')],
  },
});
