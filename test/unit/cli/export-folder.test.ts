import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exporting } from '../../../infra/cli/export/main.ts';
import { runHere, type Outcome } from '../../support/processes/cli.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'export-folder-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Exports into the folder from a data folder that is not there, which the command finds after it has accepted the folder. */
function exportInto(folder: string): Promise<Outcome> {
  return runHere(exporting, [folder, '--data-dir', join(dir, 'none')]);
}

describe('the folder of an export', () => {
  it.each(['letters.txt', 'posts.jsonl.bak', '.git'])('is refused when it holds %s', async name => {
    mkdirSync(join(dir, 'used'));
    writeFileSync(join(dir, 'used', name), 'mine');
    expect(await exportInto(join(dir, 'used'))).toMatchObject({
      code: 2,
      stderr: `${join(dir, 'used')} holds ${name}, which is of no export: name a new or an empty folder, or an earlier export.\n`,
    });
    expect(readdirSync(join(dir, 'used'))).toEqual([name]);
  });

  it('is refused when it is a file', async () => {
    writeFileSync(join(dir, 'file'), '');
    expect(await exportInto(join(dir, 'file'))).toMatchObject({
      code: 2,
      stderr: `${join(dir, 'file')} is not a folder.\n`,
    });
  });

  it.each([
    ['is new', [] as string[]],
    ['is of an export that was interrupted', ['posts.jsonl', 'media', 'manifest.json.part']],
    ['is of an earlier export', ['posts.jsonl', 'manifest.json']],
  ])('is accepted when it %s', async (_, names) => {
    for (const name of names) {
      mkdirSync(join(dir, 'earlier'), { recursive: true });
      writeFileSync(join(dir, 'earlier', name), '');
    }
    expect(await exportInto(join(dir, 'earlier'))).toMatchObject({
      stderr: `${join(dir, 'none')} is not the data folder of a service.\n`,
    });
  });

  it('is accepted when it is a link to an empty folder', async () => {
    mkdirSync(join(dir, 'other'));
    symlinkSync('other', join(dir, 'link'));
    expect((await exportInto(join(dir, 'link'))).stderr).toContain('none is not the data folder');
  });
});
