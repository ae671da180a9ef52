import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { slowestFiles, sumUp, type Attempt, type Run } from './results.ts';

/**
 * Prints the end of `.ci/run`: the slowest files, what failed, and as the last line how many tests passed and failed. The folder given has
 * the file `attempts`, one line an attempt with the exit code, the name of its results and the step's name, and the results of Vitest.
 */
const SLOWEST = 10;
const MESSAGE_LENGTH = 600;

const [folder = ''] = process.argv.slice(2);

/** @returns undefined when the run ended without writing results */
function readRun(name: string): Run | undefined {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) return undefined;
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Run;
  return { testResults: testResults.map(one => ({ ...one, name: relative(process.cwd(), one.name) })) };
}

function readAttempts(): Attempt[] {
  const lines = readFileSync(join(folder, 'attempts'), 'utf8').trim().split('\n');
  return lines.map(line => {
    const [code = '', results = '', step = ''] = line.split('\t');
    return { step, code: Number(code), run: readRun(results) };
  });
}

const attempts = readAttempts();
const { passed, failures, unfinished, repeats } = sumUp(attempts);

console.log('Slowest files:');
for (const { name, seconds } of slowestFiles(
  attempts.flatMap(({ run }) => run ?? []),
  SLOWEST,
))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
console.log();
for (const [step, count] of repeats)
  console.log(`repeated ${count} ${count === 1 ? 'time' : 'times'}: ${step}`);
for (const name of unfinished) console.log(`unfinished: ${name}`);
for (const { name, message } of failures)
  console.log(`failed: ${name}\n    ${message.slice(0, MESSAGE_LENGTH)}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
