import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findSites } from './sites.ts';
import { TASK_VARIABLE, type Fault, type Outcome, type Task } from './task.ts';

/** Without its part of a condition, a test may wait for what never happens. */
const HANGS_AFTER_MS = 30_000;
/** A run in which no file ends for so long is ended. */
const STANDS_STILL_AFTER_MS = 240_000;

/** Runs test files, each without its part of a condition. @returns what those did that came to their end */
export async function runFiles(
  files: readonly string[],
  leftOut: Readonly<Record<string, Fault>> = {},
): Promise<Map<string, Outcome>> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-conditions-'));
  try {
    const sites = Object.fromEntries(findSites().map(({ file, line, name }) => [`${file}:${line}`, name]));
    const task: Task = { sites, leftOut, folder };
    await writeFile(join(folder, 'task.json'), JSON.stringify(task));
    await runVitest(files, folder);
    return readOutcomes(files, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The files note what they did, so neither Vitest's report nor its exit code matters. */
async function runVitest(files: readonly string[], folder: string): Promise<void> {
  const limits = [`--testTimeout=${2 * HANGS_AFTER_MS}`, `--hookTimeout=${2 * HANGS_AFTER_MS}`];
  const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...limits, ...files], {
    env: {
      ...process.env,
      HANGS_AFTER_MS: String(HANGS_AFTER_MS),
      [TASK_VARIABLE]: join(folder, 'task.json'),
    },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(run, 'exit');
  const stopping = new AbortController();
  void endWhenStill(run, () => readOutcomes(files, folder).size, stopping.signal).catch(() => undefined);
  await ended;
  stopping.abort();
}

/** Ends a run with all of its processes when no other file has ended for a long time. */
async function endWhenStill(run: ChildProcess, countEnded: () => number, signal: AbortSignal): Promise<void> {
  for (let before = -1, now = 0; now > before; before = now, now = countEnded())
    await sleep(STANDS_STILL_AFTER_MS, undefined, { signal });
  if (run.pid !== undefined) process.kill(-run.pid, 'SIGKILL');
}

function readOutcomes(files: readonly string[], folder: string): Map<string, Outcome> {
  const ended = files.filter(file => existsSync(join(folder, `${file}.json`)));
  return new Map(
    ended.map(file => [file, JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as Outcome]),
  );
}
