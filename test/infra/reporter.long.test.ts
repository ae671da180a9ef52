import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../infra/core/root.ts';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const REPORTER = join(ROOT, 'test/support/run/reporter.ts');
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

it('the reporter prints a failure when it happens: its file, its title and its error', async () => {
  const fails = `it('fails', () => { throw new Error('first line'); });`;
  const waits = `it('ends later', () => new Promise(done => setTimeout(() => { console.log('ended'); done(); }, 500)));`;
  const printed = await report(`${fails}\n${waits}`);
  expect(printed).toMatch(/FAILED 0\.test\.js › fails\n {4}Error: first line\n[^]*ended/);
});

it('the reporter prints the failure of a hook and of a file that cannot be loaded', async () => {
  const printed = await report(
    `describe('hooks', () => { beforeAll(() => { throw new Error('no start'); }); it('passes', () => {}); });`,
    `throw new Error('cannot load');`,
  );
  expect(printed).toMatch(/FAILED 0\.test\.js › hooks\n {4}Error: no start/);
  expect(printed).toMatch(/FAILED 1\.test\.js\n {4}Error: cannot load/);
});
