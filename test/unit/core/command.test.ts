import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { start } from '../../../infra/local/main.ts';
import { build } from '../../../infra/dev/build.ts';
import { check } from '../../../infra/dev/check.ts';
import { client } from '../../../infra/dev/client.ts';
import { parse, runCommand, UsageError, type Command } from '../../../infra/core/command.ts';
import { exporting } from '../../../infra/cli/export/main.ts';
import { importing as importingWordpress } from '../../../infra/cli/import-wordpress/main.ts';
import { repairing } from '../../../infra/cli/import-wordpress/repair.ts';
import { importing } from '../../../infra/cli/import/main.ts';
import { keys } from '../../../infra/cli/keys.ts';
import { creation } from '../../../infra/dev/new/main.ts';
import { openapi } from '../../../infra/dev/openapi.ts';
import { outbox } from '../../../infra/cli/outbox.ts';
import { preflight } from '../../../infra/cli/preflight/main.ts';
import { readme } from '../../../infra/dev/readme.ts';
import { reindex } from '../../../infra/cli/reindex/main.ts';
import { scraperAccuracy } from '../../../infra/dev/scraper-accuracy/main.ts';
import { bench } from '../../bench/main.ts';

const COMMANDS = {
  bench,
  build,
  check,
  client,
  export: exporting,
  import: importing,
  'import:wordpress': importingWordpress,
  keys,
  new: creation,
  openapi,
  outbox,
  preflight,
  readme,
  reindex,
  'repair:wordpress': repairing,
  'scraper:accuracy': scraperAccuracy,
  start,
};

let stdout = '';
let stderr = '';
beforeEach(() => {
  stdout = stderr = '';
  vi.spyOn(console, 'log').mockImplementation(line => (stdout += `${line}\n`));
  vi.spyOn(console, 'error').mockImplementation(line => (stderr += `${line}\n`));
});
afterEach(() => vi.restoreAllMocks());

describe.each(Object.entries<Command<any>>(COMMANDS))('npm run %s', (name, command) => {
  it.each([['--help'], ['-h'], ['folder', '--help', '--unknown']])(
    'prints its usage for %s, does not run and returns 0',
    async (...args) => {
      const run = vi.fn<() => Promise<void>>();
      expect(await runCommand({ ...command, run }, args)).toBe(0);
      expect(stdout).toContain(name === 'start' ? 'Usage: npm start' : `Usage: npm run ${name}`);
      expect(stderr).toBe('');
      expect(run).not.toHaveBeenCalled();
    },
  );

  it('names an unknown option, prints its usage and returns 2', async () => {
    const run = vi.fn<() => Promise<void>>();
    expect(await runCommand({ ...command, run }, ['--unknown'])).toBe(2);
    expect(stderr).toMatch(/^Unknown option '--unknown'\.\n\nUsage: npm /);
    expect(run).not.toHaveBeenCalled();
  });
});

describe('runCommand()', () => {
  const command = (run: () => Promise<void>): Command<object> => ({
    usage: 'Usage: npm run one',
    read: args => parse({ args, options: { url: { type: 'string' } } }).values,
    run,
  });

  it('returns 0 when the command succeeds', async () => {
    expect(
      await runCommand(
        command(() => Promise.resolve()),
        [],
      ),
    ).toBe(0);
  });

  it('returns 1 and prints one line when the command fails', async () => {
    expect(
      await runCommand(
        command(() => Promise.reject(new Error('It broke.'))),
        [],
      ),
    ).toBe(1);
    expect(stderr).toBe('It broke.\n');
  });

  it('returns 2 when the command finds a wrong setting', async () => {
    const run = () => Promise.reject(new UsageError('PORT: 80 is in use.'));
    expect(await runCommand(command(run), [])).toBe(2);
    expect(stderr).toBe('PORT: 80 is in use.\n');
  });

  it('returns 2 and names an option without its value', async () => {
    expect(
      await runCommand(
        command(() => Promise.resolve()),
        ['--url'],
      ),
    ).toBe(2);
    expect(stderr).toContain("'--url <value>' argument missing");
  });
});

describe('wrong arguments', () => {
  const service = ['--url', 'http://127.0.0.1:1', '--key', 'k'];

  it.each<[string, Command<any>, string[], string]>([
    ['export', exporting, service, 'Name one folder.'],
    [
      'export',
      exporting,
      ['a', '--url', 'localhost:1', '--key', 'k'],
      '--url must be an http or https address.',
    ],
    ['export', exporting, ['a'], 'Give one of --data-dir, --stack and --url.'],
    ['export', exporting, ['a', ...service, '--stack', 's'], 'Give one of --data-dir, --stack and --url.'],
    ['export', exporting, ['a', '--data-dir', 'b', '--stack', 's'], 'Give one of --data-dir'],
    ['export', exporting, ['a', ...service, '--concurrency', '33'], '--concurrency must be a whole number'],
    ['import', importing, ['shared', '--indexers', '4'], '--indexers needs --stack.'],
    [
      'import',
      importing,
      ['shared', '--stack', 's', '--indexers', '5'],
      '--indexers must be a whole number from 1 to 4.',
    ],
    ['import', importing, ['/nowhere/at/all'], 'There is no folder /nowhere/at/all.'],
    ['scraper:accuracy', scraperAccuracy, ['/nowhere'], 'The folder /nowhere has no expected.json.'],
    ['bench', bench, ['speed'], 'There is no bench speed; there are: cold,'],
    ['bench', bench, ['media', '100'], 'media does not take 100.'],
    ['bench', bench, ['lists', 'many'], 'lists does not take many.'],
    ['keys', keys, ['--stack', 'a', 'b'], "Unexpected argument 'b'"],
    ['reindex', reindex, ['--stack', 'a', 'b'], "Unexpected argument 'b'"],
    ['reindex', reindex, ['--stack', 'a', '--data-dir', 'b'], 'Give --data-dir or --stack, not both.'],
    ['reindex', reindex, ['--rate', '5'], '--rate needs --stack.'],
    ...['0', '1001', '-1', '1e2', ' 5', '5\n', '', '9'.repeat(400)].map(
      (rate): [string, Command<any>, string[], string] => [
        'reindex',
        reindex,
        ['--stack', 'a', `--rate=${rate}`],
        '--rate must be a whole number from 1 to 1000.',
      ],
    ),
    ...['', '7', '100000000000', '100000000000#0000000000000007\n', `${'0'.repeat(12)}#x`].map(
      (after): [string, Command<any>, string[], string] => [
        'reindex',
        reindex,
        [`--after=${after}`],
        '--after must be a position that an earlier run reported.',
      ],
    ),
    ['reindex', reindex, ['--filter', 'phrase=bridge'], '--filter: phrase: is not a known'],
    ['reindex', reindex, ['--filter', '__proto__=1'], '--filter: __proto__: is not a known'],
    ['reindex', reindex, ['--filter', 'days=0'], '--filter: days: must be an integer from 1 to 36500'],
    ['reindex', reindex, ['--filter', `tags=${'a'.repeat(20_000)}`], '--filter: tags: must'],
    ['reindex', reindex, ['--filter', `tags=${'a,'.repeat(60)}`], '--filter: tags: must'],
  ])(
    'makes %s exit with code 2 and report the wrong arguments: case %#',
    async (_name, command, args, message) => {
      expect(await runCommand({ ...command, run: () => Promise.resolve() }, args)).toBe(2);
      expect(stderr).toContain(message);
    },
  );
});
