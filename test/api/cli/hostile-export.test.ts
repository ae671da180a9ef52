import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { print, report } from '../../../infra/core/terminal.ts';
import { formatCounts } from '../../../infra/cli/export/format/manifest.ts';
import { importSite } from '../../../infra/cli/import/import.ts';
import { importing } from '../../../infra/cli/import/main.ts';
import { authorRecord } from '../../support/records/author-record.ts';
import { writeExport } from '../../support/import/written-export.ts';
import { runHere, type Outcome } from '../../support/processes/cli.ts';
import { useApi } from '../../support/api/api.ts';
import { OBEYED } from '../../support/api/hostile.ts';

useApi();

/** Checks a folder as the command does with --dry-run, on the empty site of this file. */
function check(folder: string): Promise<Outcome> {
  const run = async (): Promise<void> => {
    print(formatCounts(await importSite({ folder, dryRun: true, concurrency: 1, report })));
  };
  return runHere({ ...importing, run }, [folder]);
}

/** @returns what the command printed when it refused the folder */
async function refusal(folder: string): Promise<string> {
  const { code, stdout, stderr } = await check(folder);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).not.toMatch(OBEYED);
  return stderr;
}

const SHA = 'a'.repeat(64);
const author = JSON.stringify(authorRecord());

describe('import of a hostile export', () => {
  it.each([
    'media/../../secret',
    '../secret',
    '/etc/passwd',
    'media/images/1/..',
    'media/\u001b[2J',
    '__proto__/a',
    'other.jsonl',
  ])('refuses a manifest that names %j', async name => {
    const said = await refusal(writeExport({ listed: { [name]: { bytes: 0, sha256: SHA } } }));
    expect(said).toContain('which is not a file of an export');
  });

  it.each(['posts.jsonl', 'media/images/7/a/b.png'])('follows no link in place of %s', async name => {
    const folder = writeExport({ files: { [name]: '' } });
    writeFileSync(join(dirname(folder), 'secret'), '');
    rmSync(join(folder, name));
    symlinkSync(join(dirname(folder), 'secret'), join(folder, name));
    expect(await refusal(folder)).toContain(`${name} is a link, not a file.`);
  });

  it('follows no link in place of a folder', async () => {
    const folder = writeExport({ files: { 'media/images/7/a/b.png': '' } });
    renameSync(join(folder, 'media'), join(dirname(folder), 'elsewhere'));
    symlinkSync(join(dirname(folder), 'elsewhere'), join(folder, 'media'));
    expect(await refusal(folder)).toContain('is in a link, not in a folder.');
  });

  it('does not wait for a pipe, or read a folder or a link as the manifest', async () => {
    const folder = writeExport();
    rmSync(join(folder, 'posts.jsonl'));
    execFileSync('mkfifo', [join(folder, 'posts.jsonl')]);
    expect(await refusal(folder)).toContain('posts.jsonl is not a file.');
    rmSync(join(folder, 'manifest.json'));
    symlinkSync('/dev/zero', join(folder, 'manifest.json'));
    expect(await refusal(folder)).toContain('manifest.json is a link, not a file.');
    rmSync(join(folder, 'manifest.json'));
    mkdirSync(join(folder, 'manifest.json'));
    expect(await refusal(folder)).toContain('manifest.json is not a file.');
  });

  it('refuses a manifest of gigabytes without reading it', async () => {
    const folder = writeExport();
    truncateSync(join(folder, 'manifest.json'), 2 ** 33);
    expect(await refusal(folder)).toContain(
      'manifest.json has 8589934592 bytes, more than the 268435456 allowed',
    );
  });

  it('refuses a line that is longer than any record', async () => {
    const folder = writeExport({ files: { 'posts.jsonl': `"${'x'.repeat(2 ** 26)}` } });
    expect(await refusal(folder)).toContain('posts.jsonl:1 is longer than 67108864 bytes.');
  });

  it.each([
    ['no JSON', '\u001b[2J'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a number', '1e999'],
    ['an array in place of an object', author.replace('"specific_data":{}', '"specific_data":[]')],
    ['a prototype', author.replace('{', '{"__proto__":{"role":"Administrator"},')],
    ['an unknown field', author.replace('{', '{"\u001b[2J":1,')],
    ['an id of another type', author.replace('"id":7', '"id":"7"')],
    ['an id beyond the safe integers', author.replace('"id":7', '"id":1e300')],
    [
      'deep arrays',
      author.replace(
        '"specific_data":{}',
        `"specific_data":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      ),
    ],
  ])('refuses a line that is %s', async (_, line) => {
    expect(await refusal(writeExport({ files: { 'authors.jsonl': `${line}\n` } }))).toContain(
      'authors.jsonl:1',
    );
  });

  it('refuses a staged change whose fields no edit could send', async () => {
    const line = JSON.stringify({ post_id: 7, fields: { headline: 7 }, body: '', listicle: {} });
    expect(await refusal(writeExport({ files: { 'staged_changes.jsonl': `${line}\n` } }))).toContain(
      'must be fields of a post',
    );
  });

  it('refuses counts that are not those of the files', async () => {
    const counts = { authors: -1 };
    expect(await refusal(writeExport({ manifest: { counts } }))).toContain('counts.');
  });

  it('accepts the same export without faults', async () => {
    const folder = writeExport({ files: { 'authors.jsonl': `${author}\n` } });
    expect(await check(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 authors') });
  });
});
