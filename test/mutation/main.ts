import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitOnHelp } from '../../infra/core/command.ts';
import { mutateChanges } from './changed/main.ts';
import { FOLDERS, TEXTS } from './folders.ts';

exitOnHelp(`Usage: npm run mutate -- <folder> [files in it]
       npm run mutate -- --changed

Mutation testing of one folder: ${Object.keys(FOLDERS).join(', ')}. Results stay in .cache/mutation, and a later run tests only
mutants whose code or tests have changed. The first run installs StrykerJS.

--changed  a sample of the lines that changed since the newest tag, or in the last 20 commits, by the tests that npm run test:coverage
           recorded as nearest to them; within two minutes`);

const CHANGED = '--changed';
const [folder = '', ...files] = process.argv.slice(2);
const tests = folder === CHANGED ? [] : FOLDERS[folder];
if (!tests) throw new Error(`Name ${CHANGED} or one of ${Object.keys(FOLDERS).join(', ')}`);
if (!existsSync('test/mutation/node_modules')) await run('npm', ['ci', '--prefix', 'test/mutation']);
process.exitCode = folder === CHANGED ? await mutateChanges() : await mutateFolder();

/** @returns the exit code */
async function mutateFolder(): Promise<number> {
  const name = folder.replaceAll('/', '-');
  const cache = join('.cache', 'mutation');
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    mutate: files.length > 0 ? files.map(file => `${folder}/${file}`) : [`${folder}/**/*.ts`, `!${TEXTS}`],
    ignorePatterns: ['dist', 'cdk.out', 'coverage', '.local', 'test/bench/results'],
    tempDirName: join(cache, 'tmp'),
    concurrency: 2,
    // A mutant in code that runs at module load would need all tests.
    ignoreStatic: true,
    incremental: true,
    incrementalFile: join(cache, `${name}.incremental.json`),
    // Generous for a busy machine: only a hanging run takes this much longer than without the mutant.
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 60,
    reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
    jsonReporter: { fileName: join(cache, `${name}.json`) },
    htmlReporter: { fileName: join(cache, `${name}.html`) },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    thresholds: { high: 90, low: 85, break: 85 },
  };
  await mkdir(cache, { recursive: true });
  const config = join(cache, `${name}.options.json`);
  await writeFile(config, JSON.stringify(options, undefined, 2));
  return await run('test/mutation/node_modules/.bin/stryker', ['run', config]);
}

/** @returns the exit code */
async function run(command: string, parameters: readonly string[]): Promise<number> {
  const env = { ...process.env, MUTATION_TESTS: tests!.join(',') };
  const started = spawn(command, parameters, { stdio: 'inherit', env, shell: process.platform === 'win32' });
  const [code] = (await once(started, 'exit')) as [number | null];
  return code ?? 1;
}
