import { defineConfig } from 'vitest/config';

const project = (name: string, testTimeout = 15_000) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout, hookTimeout: 30_000 },
});

export default defineConfig({
  test: {
    globalSetup: 'test/support/deployed/setup.ts',
    // Every test has data and ports of its own: as many files at once as there are processors, not one fewer.
    maxWorkers: '100%',
    projects: [
      project('unit'),
      project('api', 30_000),
      project('infra', 60_000),
      project('property', 300_000),
    ],
  },
});
