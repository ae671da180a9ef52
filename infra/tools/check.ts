import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { readNothing, startCommand, type Command } from './command.ts';

interface Check {
  readonly name: string;
  /** The script that node runs, below node_modules, and its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
}

const ROOT = resolve(import.meta.dirname, '../..');
const TSC = 'typescript-native/bin/tsc';

/** Each check uses all processors by itself: they run one after another, so that no two of them hold their memory at once. */
const CHECKS: readonly Check[] = [
  { name: 'format', command: ['oxfmt/bin/oxfmt', '--check', '.'] },
  { name: 'types of the reference page', command: [TSC, '-p', 'infra/pages/reference/page'] },
  { name: 'types of the desk', command: [TSC, '-p', 'infra/pages/desk'] },
  { name: 'types', command: [TSC, '--checkers', '2'] },
  { name: 'lint', command: ['oxlint/bin/oxlint', '--format', 'unix'] },
];

/** Runs a check and prints one line about it; before that line, what the check reported if it failed. */
async function isPassing({ name, command: [script, ...args] }: Check): Promise<boolean> {
  const began = performance.now();
  const started = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], { cwd: ROOT });
  const output: Buffer[] = [];
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(started, 'close')) as [number | null];

  if (code !== 0) process.stdout.write(Buffer.concat(output));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name}, ${seconds} s`);
  return code === 0;
}

/** Everything that can be said of the code without running it: all faults of all checks. */
export const check: Command<void> = {
  usage: `Usage: npm run check

Checks without running any test: ${CHECKS.map(({ name }) => name).join(', ')}.`,
  read: readNothing,
  run: async () => {
    const failed: string[] = [];
    for (const one of CHECKS) if (!(await isPassing(one))) failed.push(one.name);
    if (failed.length > 0) throw new Error(`check: FAILED: ${failed.join(', ')}`);
    console.log('check: all passed');
  },
};

await startCommand(import.meta.filename, check);
