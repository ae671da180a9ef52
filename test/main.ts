import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { exitOnHelp } from '../infra/core/command.ts';
import { ROOT } from '../infra/core/root.ts';

exitOnHelp(`Usage: npm test [-- test files and options of Vitest]

The checks (npm run check) and the short suite at the same time, because tests also wait. The output of the checks comes as a whole when
they end, between the lines of the tests.`);

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const CHECK = join(ROOT, 'infra/dev/check.ts');

async function runChecks(): Promise<boolean> {
  const checks = spawn(process.execPath, ['--import', 'tsx', CHECK], { cwd: ROOT });
  const output: Buffer[] = [];
  for (const stream of [checks.stdout, checks.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(checks, 'close')) as [number | null];
  process.stdout.write(`\n${Buffer.concat(output).toString()}\n`);
  return code === 0;
}

async function runTests(): Promise<boolean> {
  const parameters = [VITEST, 'run', ...process.argv.slice(2)];
  const [code] = (await once(
    spawn(process.execPath, parameters, { cwd: ROOT, stdio: 'inherit' }),
    'exit',
  )) as [number | null];
  return code === 0;
}

const [areChecksPassed, areTestsPassed] = await Promise.all([runChecks(), runTests()]);
const word = (isPassed: boolean): string => (isPassed ? 'passed' : 'FAILED');
console.log(`\nchecks: ${word(areChecksPassed)}; short suite: ${word(areTestsPassed)}`);
process.exitCode = areChecksPassed && areTestsPassed ? 0 : 1;
