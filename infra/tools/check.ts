import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { readNothing, startCommand, type Command } from './command.ts';

interface Check {
  readonly name: string;
  /** The script below node_modules that node runs, and its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
}

const ROOT = resolve(import.meta.dirname, '../..');
const TSC = 'typescript-native/bin/tsc';

/** The checks run one after the other: each uses all processors, and together they would need too much memory. */
const CHECKS: readonly Check[] = [
  { name: 'format', command: ['oxfmt/bin/oxfmt', '--check', '.'] },
  { name: 'types of the reference page', command: [TSC, '-p', 'infra/pages/reference/page'] },
  { name: 'types of the desk', command: [TSC, '-p', 'infra/pages/desk'] },
  { name: 'types', command: [TSC, '--checkers', '2'] },
  { name: 'lint', command: ['oxlint/bin/oxlint', '--format', 'unix'] },
];

/** Runs a check and prints one line about it, after the check's own output if it failed. */
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

/** All static checks. It runs every check even if one fails. */
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
