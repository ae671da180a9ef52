import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';
import { replaceConditions } from './test/conditions/plugin.ts';
import { TASK_VARIABLE } from './test/conditions/task.ts';
import { COVERAGE } from './test/coverage.ts';

/** Ends only what hangs: a slow machine is no fault of the service. */
const HANGS_AFTER_MS = 600_000;

const LONG = 'test/**/**/*.long.test.ts';
/** Packages of mutation testing, which `npm run mutate` installs, have tests of their own. */
const PACKAGES = 'test/**/**/node_modules/**';
/** These replace modules of the project or classes of the AWS SDK, or load modules twice: each has a process of its own. */
const MOCKS_MODULES = /\bvi\.mock\(|support\/aws\/instance\.ts'|from 'aws-sdk-client-mock'/;
/** The CDK with its templates, and simulated histories, take some 200 MB: too much for a process that keeps what other files have loaded. */
const NEEDS_MEMORY = /'\.\/template\/|'\.\/bundle\.ts'/;
/** Tests call most functions too seldom to repay optimization: V8 waits longer for it, which saves a tenth of the processor time. */
const OPTIMIZE_LATER = process.version.startsWith('v20.') ? ['--interrupt-budget=600000'] : [];
const LEAVES_OUT_CONDITIONS = process.env[TASK_VARIABLE] !== undefined;
/** In the common cache, modules import the original of what is replaced. */
const MODULE_CACHE = {
  fsModuleCache: true,
  ...(LEAVES_OUT_CONDITIONS && { fsModuleCachePath: '.cache/conditions/modules' }),
};
const MEASURES_COVERAGE = process.argv.some(argument => argument.startsWith('--coverage'));
/**
 * Api tests that run again, outside of the short suite, on engines that answer as AWS may at any time: none of them counts calls, or reads
 * without a key what it has just written.
 */
const ON_HOSTILE_ENGINES = [
  ...['tags', 'sections-edit', 'basename', 'follows', 'post-states', 'authors', 'documents'],
];
const REPEATS = /support\/run\/rounds\.ts'/;

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.test.ts') && !file.includes('node_modules'))
  .map(file => join('test', file));
const filesWith = (pattern: RegExp): string[] =>
  files.filter(file => pattern.test(readFileSync(file, 'utf8')));

/**
 * Which files run is the mode's: without one the short suite; `--mode all` is everything in full; `--mode rest` is what the short suite
 * leaves out, or repeats less often, in as many rounds as CI has time for (test/support/run/rounds.ts).
 */
const listFiles = (mode: string): string[] =>
  mode === 'rest' ? [...files.filter(file => file.endsWith('.long.test.ts')), ...filesWith(REPEATS)] : files;

/** The largest files first, so that none is left when the others are done; on one machine always in the same order. */
class LargestFirst extends BaseSequencer {
  override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const size = ({ moduleId }: TestSpecification): number => readFileSync(moduleId).length;
    return Promise.resolve([...specifications].sort((one, other) => size(other) - size(one)));
  }
}

const HOSTILE_PROJECT = {
  name: 'hostile engines',
  include: ON_HOSTILE_ENGINES.map(name => `test/api/**/${name}.test.ts`),
};

export default defineConfig(({ mode }) => {
  const isShort = mode === 'test';
  const included = listFiles(mode);
  const needApart = [...filesWith(MOCKS_MODULES), ...filesWith(NEEDS_MEMORY)];
  const apart = included.filter(file => needApart.includes(file));
  const shared = {
    testTimeout: HANGS_AFTER_MS,
    hookTimeout: HANGS_AFTER_MS,
    // The limit keeps all processes of the short suite within 2 GB; without it, V8 frees memory late. A process that measures coverage
    // keeps each module of each file that it has run, so it has no limit.
    execArgv: [
      '--max-semi-space-size=32',
      ...OPTIMIZE_LATER,
      ...(isShort && !MEASURES_COVERAGE ? ['--max-old-space-size=400'] : []),
    ],
    setupFiles: ['test/support/run/setup.ts', ...(LEAVES_OUT_CONDITIONS ? ['test/conditions/setup.ts'] : [])],
    // The full run calls the engines as the deployed service calls AWS.
    env: {
      RUNS: isShort ? 'short' : mode,
      ENGINES_OVER_HTTP: isShort ? 'no' : 'yes',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
  };
  const leftOut = [PACKAGES, ...(isShort ? [LONG] : []), ...(process.env.LEFT_OUT?.split('\n') ?? [])];
  const hostileProject = {
    extends: true as const,
    test: {
      ...shared,
      ...HOSTILE_PROJECT,
      exclude: leftOut,
      env: { ...shared.env, HOSTILE: 'yes' },
    },
  };
  return {
    plugins: LEAVES_OUT_CONDITIONS ? [replaceConditions] : [],
    test: {
      globalSetup: 'test/support/deployed/setup.ts',
      // Every test has data and ports of its own. Tests wait for sockets, hashes and pictures, so one file more than there are
      // processors runs at once; in the long runs also for other processes.
      maxWorkers: availableParallelism() + (isShort ? 1 : 2),
      silent: 'passed-only',
      sequence: { sequencer: LargestFirst },
      coverage: COVERAGE,
      reporters: ['./test/support/run/reporter.ts'],
      experimental: MODULE_CACHE,
      projects: [
        {
          extends: true as const,
          test: {
            ...shared,
            name: 'tests',
            isolate: false,
            include: included,
            exclude: [...leftOut, ...apart],
          },
        },
        {
          extends: true as const,
          test: { ...shared, name: 'apart', include: apart, exclude: leftOut },
        },
        ...(isShort || process.env.DEPLOYED === 'yes' ? [] : [hostileProject]),
      ],
    },
  };
});
