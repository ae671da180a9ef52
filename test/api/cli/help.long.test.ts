import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const programs = Object.entries(scripts).filter(([, command]) => command.startsWith('tsx '));

it.each(programs)('npm run %s prints its usage for --help and does nothing else', async (name, command) => {
  const [file = '', ...args] = command.split(' ').slice(1);
  const { stdout } = await run(process.execPath, ['--import', 'tsx', file, ...args, '--help']);
  expect(stdout).toMatch(/^Usage: npm (?:run )?[a-z]/);
  if (name !== 'cost') expect(stdout.split('\n')[0]).toContain(name);
});
