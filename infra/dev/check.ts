import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readNothing, startCommand, type Command } from '../core/command.ts';
import { ROOT } from '../core/root.ts';
import { layerFaults } from './lint/imports.ts';
import { print } from '../core/terminal.ts';

interface Check {
  readonly name: string;
  /** @returns the output to print when the check fails, undefined when it passes */
  readonly run: () => Promise<string | undefined>;
}

const TSC = 'typescript-native/bin/tsc';

/** The checks run one after the other: each uses all processors, and together they would need too much memory. */
const CHECKS: readonly Check[] = [
  script('format', 'oxfmt/bin/oxfmt', '--check', '.'),
  { name: 'layers', run: checkLayers },
  script('unused code', 'knip/bin/knip.js', '--no-progress'),
  script('types of the reference page', TSC, '-p', 'infra/sites/reference/page'),
  script('types of the desk', TSC, '-p', 'infra/sites/desk'),
  script('types of the sign-in page', TSC, '-p', 'infra/sites/sign-in'),
  script('types', TSC, '--checkers', '2'),
  script('lint', 'oxlint/bin/oxlint', '--format', 'unix'),
];

/** A check that runs a script below node_modules. */
function script(name: string, file: string, ...args: string[]): Check {
  const run = async (): Promise<string | undefined> => {
    const started = spawn(process.execPath, [join(ROOT, 'node_modules', file), ...args], { cwd: ROOT });
    const output: Buffer[] = [];
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => output.push(chunk));
    const [code] = (await once(started, 'close')) as [number | null];
    return code === 0 ? undefined : Buffer.concat(output).toString();
  };
  return { name, run };
}

function checkLayers(): Promise<string | undefined> {
  const faults = layerFaults(ROOT);
  return Promise.resolve(faults.length === 0 ? undefined : `${faults.join('\n')}\n`);
}

/** Runs a check and prints one line about it, after the check's own output if it failed. */
async function isPassing({ name, run }: Check): Promise<boolean> {
  const began = performance.now();
  const report = await run();
  if (report !== undefined) process.stdout.write(report);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  print(`${report === undefined ? 'passed' : 'FAILED'}  ${name}, ${seconds} s`);
  return report === undefined;
}

/** All static checks. It runs every check even if one fails. */
export const check: Command<void> = {
  usage: `Usage: npm run check

Checks without running any test: ${CHECKS.map(({ name }) => name).join(', ')}.`,
  read: readNothing,
  run: async () => {
    const failed: string[] = [];
    for (const staticCheck of CHECKS) if (!(await isPassing(staticCheck))) failed.push(staticCheck.name);
    if (failed.length > 0) throw new Error(`check: FAILED: ${failed.join(', ')}`);
    print('check: all passed');
  },
};

await startCommand(import.meta.filename, check);
