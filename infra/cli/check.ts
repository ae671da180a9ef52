import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What takes longest beside everything else: lint rules need the types too. */
const LANES = [['eslint .'], ['oxfmt --check .', 'tsc', 'tsc -p infra/desk', 'tsc -p infra/reference/page']];

/** @returns the exit code */
async function run(command: string): Promise<number> {
  const started = spawn('npx', ['--no-install', ...command.split(' ')], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const [code] = (await once(started, 'exit')) as [number | null];
  if (code !== 0) console.error(`${command}: failed`);
  return code ?? 1;
}

async function runLane(commands: readonly string[]): Promise<boolean> {
  let isGood = true;
  for (const command of commands) isGood = (await run(command)) === 0 && isGood;
  return isGood;
}

/** Everything that can be said of the code without running it; all faults of all checks. */
const results = await Promise.all(LANES.map(runLane));
process.exitCode = results.every(Boolean) ? 0 : 1;
