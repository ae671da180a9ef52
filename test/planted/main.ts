import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitOnHelp } from '../../infra/core/command.ts';
import { FAULTS, type Fault } from './faults.ts';
import { copyTree, plant, removeTree } from './tree.ts';

exitOnHelp(`Usage: npm run test:planted [-- --quick] [-- <name> [test files]]

Shows that the short suite notices faults: it plants one fault after the other into a copy of the tree and runs the suite there
until its first failure.

  npm run test:planted                            every fault, the whole short suite
  npm run test:planted -- --quick                 every fault, only the test files that are known to notice it
  npm run test:planted -- <name> [test files]     one fault, all or the given test files`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' } },
});
const [name, ...files] = positionals;
const faults = FAULTS.filter(fault => name === undefined || fault.name === name);
if (faults.length === 0)
  throw new Error(`There is no fault ${name}; there are ${FAULTS.map(f => f.name).join(', ')}`);

const tree = await copyTree();
try {
  let missed = 0;
  for (const fault of faults) if (!(await isNoticed(fault))) missed++;
  console.log(`${faults.length - missed} of ${faults.length} faults were noticed`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await removeTree(tree);
}

async function isNoticed(fault: Fault): Promise<boolean> {
  const remove = await plant(tree, fault);
  const began = performance.now();
  const failed = await firstFailure(values.quick ? fault.noticedBy : files);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${fault.name}: ${failed === undefined ? 'MISSED' : `noticed by ${failed}`}, ${seconds} s`);
  await remove();
  return failed !== undefined;
}

/** @returns the first failed test; undefined when all pass */
async function firstFailure(testFiles: readonly string[]): Promise<string | undefined> {
  const report = join(tree, 'planted-results.json');
  const short = ['--exclude', '**/*.long.test.ts'];
  const options = ['run', ...short, '--bail', '1', '--reporter', 'json', '--outputFile', report];
  const run = spawn('npx', ['--no-install', 'vitest', ...options, ...testFiles], {
    cwd: tree,
    stdio: 'ignore',
  });
  const [code] = (await once(run, 'exit')) as [number | null];
  if (code === 0) return undefined;
  return failureIn(JSON.parse(await readFile(report, 'utf8')) as Report);
}

interface Report {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** @throws Error when no test failed, because the run could not start */
function failureIn({ testResults }: Report): string {
  for (const { name: file, status, assertionResults } of testResults) {
    const test = assertionResults.find(result => result.status === 'failed');
    const path = file.replace(`${tree}/`, '');
    if (test) return `${path} > ${test.fullName}`;
    if (status === 'failed' && assertionResults.length > 0) return path;
  }
  throw new Error('The tests could not be run');
}
