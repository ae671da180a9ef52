import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../infra/core/root.ts';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const REPORTER = join(ROOT, 'test/support/reporter.ts');
const LOST = 'Only worker processes failed';

const PASSES = `it('passes', () => {});`;
const FAILS = `it('fails', () => { throw new Error('failed'); });`;
const KILLS = `it('kills its process', () => process.kill(process.pid, 'SIGKILL'));`;

/** Runs test files, one for each text, in a Vitest of their own. @returns what the reporter prints */
async function report(...files: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-reporter-'));
  try {
    await writeFile(join(folder, 'vitest.config.js'), `export default { test: { globals: true } };`);
    await Promise.all(files.map((text, index) => writeFile(join(folder, `${index}.test.js`), text)));
    return await new Promise(resolve => {
      const parameters = [VITEST, 'run', '--pool', 'forks', '--reporter', REPORTER];
      execFile(process.execPath, parameters, { cwd: folder }, (_, stdout) => resolve(stdout));
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('the reporter states that only worker processes failed, and which files did not end', async () => {
  const printed = await report(PASSES, KILLS);
  expect(printed).toContain(LOST);
  expect(printed).toContain('Unfinished: 1.test.js');
});

it('the reporter does not state it when a test failed too, or nothing', async () => {
  expect(await report(FAILS, KILLS)).not.toContain(LOST);
  expect(await report(PASSES)).not.toContain(LOST);
});
