import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Report {
  testResults: readonly ReportedFile[];
}
interface ReportedFile {
  name: string;
  status: string;
  assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[];
}

/** What made a run fail. */
export interface FirstFailure {
  file: string;
  test: string;
  message: string;
}

export interface RunOptions {
  tree: string;
  /** Files of the short suite; none stands for all. */
  testFiles: readonly string[];
  /** Vitest's own number when absent. */
  workers?: number;
  /** Ends a run that a fault lets hang, which counts as a failure. */
  timeoutMs?: number;
}

/** Of a fault that lets a test wait for ever. */
const WAIT_MS = 15_000;

/** Runs tests in a copy of the tree until the first failure. @returns undefined when all pass */
export async function findFirstFailure(options: RunOptions): Promise<FirstFailure | undefined> {
  const { tree, testFiles, workers, timeoutMs } = options;
  const report = join(tree, 'planted-results.json');
  const parameters = ['run', '--exclude', '**/*.long.test.ts', '--bail', '1', ...testFiles];
  if (workers !== undefined) parameters.push('--maxWorkers', String(workers));
  const run = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...parameters, '--reporter', 'json', '--outputFile', report],
    {
      cwd: tree,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, HANGS_AFTER_MS: String(WAIT_MS) },
    },
  );
  const code = await exitCode(run, timeoutMs);
  if (code === 'hangs')
    return { file: testFiles[0] ?? '', test: 'hangs', message: `no end within ${timeoutMs} ms` };
  return code === 0 ? undefined : firstFailureIn(tree, JSON.parse(await readFile(report, 'utf8')) as Report);
}

async function exitCode(run: ChildProcess, timeoutMs: number | undefined): Promise<number | null | 'hangs'> {
  const ended = once(run, 'exit').then(([code]) => code as number | null);
  if (timeoutMs === undefined) return await ended;
  const timer = new AbortController();
  const timeout = sleep(timeoutMs, 'hangs' as const, { signal: timer.signal }).catch(() => 'hangs' as const);
  const first = await Promise.race([ended, timeout]);
  timer.abort();
  // The workers of the run are in its process group.
  if (first === 'hangs') process.kill(-run.pid!, 'SIGKILL');
  await ended;
  return first;
}

/** @throws Error when no test failed, because the run could not start */
function firstFailureIn(tree: string, { testResults }: Report): FirstFailure {
  for (const { name, status, assertionResults } of testResults) {
    const file = name.replace(`${tree}/`, '');
    const failed = assertionResults.find(result => result.status === 'failed');
    if (failed) return { file, test: failed.fullName, message: failed.failureMessages.join('\n') };
    if (status === 'failed')
      return { file, test: '', message: 'A hook failed, or the file could not be loaded' };
  }
  throw new Error('The tests could not be run');
}
