import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backup } from '../../../infra/cli/backup/main.ts';
import { exporting } from '../../../infra/cli/export/main.ts';
import { importing } from '../../../infra/cli/import/main.ts';
import { importing as importingWordpress } from '../../../infra/cli/import-wordpress/main.ts';
import { repairing } from '../../../infra/cli/import-wordpress/repair.ts';
import { reindex } from '../../../infra/cli/reindex/main.ts';
import { verify } from '../../../infra/cli/verify/main.ts';
import type { Command } from '../../../infra/core/command.ts';
import { runHere } from '../../support/processes/cli.ts';

let dir = '';
let file = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'arguments-'));
  file = join(dir, 'file');
  writeFileSync(file, '');
});
afterAll(() => rmSync(dir, { recursive: true }));

async function expectRefused(command: Command<any>, args: readonly string[], text: string): Promise<void> {
  const { code, stderr } = await runHere(command, args);
  expect(stderr.split('\n')[0]).toContain(text);
  expect(code).toBe(2);
}

describe('a command that gets an empty argument, as from a variable that is not set,', () => {
  it.each<[string, Command<any>, string[]]>([
    ['backup', backup, ['copy']],
    ['export', exporting, ['copy']],
    ['import', importing, ['.']],
    ['verify', verify, []],
    ['reindex', reindex, []],
  ])('says that --data-dir must be a folder: %s', async (_, command, args) => {
    await expectRefused(command, [...args, '--data-dir', ''], '--data-dir must be a folder.');
  });

  it.each<[string, Command<any>]>([
    ['backup', backup],
    ['export', exporting],
    ['import', importing],
  ])('says that a folder is to be named: %s', async (_, command) => {
    await expectRefused(command, ['', '--data-dir', dir], 'Name one folder.');
  });
});

describe('a command that writes a data folder', () => {
  it.each<[string, Command<any>, string[]]>([
    ['backup', backup, ['copy']],
    ['restore', backup, ['copy', '--restore']],
    ['import', importing, ['.']],
  ])('refuses :memory:, which is none: %s', async (_, command, args) => {
    await expectRefused(
      command,
      [...args, '--data-dir', ':memory:'],
      '--data-dir must be a folder. :memory:',
    );
  });
});

describe('a command that gets a file in place of a folder', () => {
  it('names it, for an import and a backup', async () => {
    await expectRefused(importing, [file, '--data-dir', join(dir, 'data')], `There is no folder ${file}.`);
    await expectRefused(backup, [dir, '--restore', '--data-dir', file], `${file} is not a folder.`);
  });
});

describe.each<[string, Command<any>, string[]]>([
  ['import:wordpress', importingWordpress, ['--dry-run']],
  ['repair:wordpress', repairing, ['--url', 'http://127.0.0.1:9']],
])('%s', (_, command, args) => {
  it('names an export file that is a folder or missing, before it asks for a key', async () => {
    await expectRefused(command, [dir, ...args], `${dir} is a folder: name the file in it.`);
    await expectRefused(command, [`${file}s`, ...args], `The file ${file}s can't be read.`);
  });
});
