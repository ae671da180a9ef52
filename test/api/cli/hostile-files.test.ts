import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { SourcePositions } from '../../../infra/bundle/positions.ts';
import { backup } from '../../../infra/cli/backup/main.ts';
import { scraperAccuracy } from '../../../infra/dev/scraper-accuracy/main.ts';
import { translateLog } from '../../../infra/cli/symbolicate.ts';
import { verify } from '../../../infra/cli/verify/main.ts';
import type { Command } from '../../../infra/core/command.ts';
import { printable } from '../../../infra/core/terminal.ts';
import { runHere } from '../../support/processes/cli.ts';
import { OBEYED } from '../../support/api/hostile.ts';

let outer: string;

beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'hostile-'));
  write('secret', 'not to be copied');
});

function at(name: string): string {
  return join(outer, name);
}

function write(name: string, content: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
}

/** Runs a command that must fail. @returns what it printed */
async function failing(command: Command<any>, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(command, args);
  expect(code).not.toBe(0);
  expect(stdout + stderr).not.toMatch(OBEYED);
  expect(stdout + stderr).not.toContain('\u202e');
  return stderr;
}

function readContents(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return files.map(name => execFileSync('cat', ['--', join(folder, name)], { encoding: 'utf8' })).join();
}

describe('npm run backup of a hostile data folder', () => {
  const run = () => failing(backup, [at('a/b/backup'), '--data-dir', at('data')]);

  beforeEach(() => {
    write('data/dynamodb/CURRENT', 'MANIFEST-000001\n');
    write('data/dynamodb/MANIFEST-000001', '');
    mkdirSync(at('data/s3/content'), { recursive: true });
  });

  it.each(['../../secret', '/etc/passwd', '../../../stray', '\u001b[2J', ''])(
    'reads and writes no other file when the database names its manifest %j',
    async name => {
      write('data/dynamodb/CURRENT', `${name}\n`);
      expect(await run()).toContain('CURRENT is damaged: it names no manifest.');
      expect(readdirSync(outer).sort()).toEqual(['a', 'data', 'secret']);
      expect(readdirSync(at('a/b'))).toEqual(['backup']);
    },
  );

  it.each([
    ['a file', 'data/s3/content/a', '../../../secret'],
    ['a folder', 'data/s3/content/b', '../../../'],
    ['a bucket', 'data/s3/other', '../../'],
    ['a circle', 'data/s3/content/c', '.'],
    ['a log of the database', 'data/dynamodb/000002.log', '../../secret'],
    ['the key', 'data/admin-key', '../secret'],
  ])('follows no link in place of %s', async (_, name, target) => {
    symlinkSync(target, at(name));
    expect(await run()).toContain(`${at(name)} is a link`);
    expect(existsSync(at('a/b/backup/backup.json'))).toBe(false);
  });

  it('does not wait for a pipe', async () => {
    execFileSync('mkfifo', [at('data/s3/content/pipe')]);
    expect(await run()).toContain('neither a file nor a folder');
  });
});

describe('npm run backup --restore of a hostile backup', () => {
  const described = { bytes: 1, sha256: hash('sha256', 'x', 'hex') };
  const CURRENT = 'dynamodb/CURRENT';

  function writeBackup(files: readonly unknown[], more: object = {}): void {
    write(`backup/${CURRENT}`, 'x');
    const listed = [[CURRENT, described], ...files];
    write(
      'backup/backup.json',
      JSON.stringify({ format: 1, made_at: '', buckets: [], files: listed, ...more }),
    );
  }

  async function restoring(): Promise<string> {
    const said = await failing(backup, [at('backup'), '--restore', '--data-dir', at('a/b/data')]);
    expect(readdirSync(outer).filter(name => !['a', 'backup', 'secret'].includes(name))).toEqual([]);
    if (existsSync(at('a'))) expect(readdirSync(at('a/b'))).toEqual(['data']);
    expect(readContents(at('a/b/data/s3'))).not.toContain('not to be copied');
    return said;
  }

  it.each([
    's3/../../stray',
    '../stray',
    '/tmp/stray',
    's3/../../../../stray',
    'stray',
    's3/\u001b]0;a\u0007',
    's3//a',
    's3/\u202e/..',
  ])('writes nothing outside the data folder for the name %j', async name => {
    writeBackup([[name, described]]);
    await restoring();
  });

  it('follows no link to what others may read, and does not wait for a pipe', async () => {
    writeBackup([['s3/content/a', { bytes: 100, sha256: hash('sha256', 'not to be copied', 'hex') }]]);
    mkdirSync(at('backup/s3/content'), { recursive: true });
    symlinkSync('../../../secret', at('backup/s3/content/a'));
    expect(await restoring()).toContain('s3/content/a is a link, not a file.');
  });

  it.each([
    ['a bucket that leads elsewhere', { buckets: ['../stray'] }],
    ['ten thousand buckets', { buckets: Array.from({ length: 1e4 }, (_, index) => `b${index}`) }],
    ['another format', { format: 2 }],
    ['no list', { files: null }],
  ])('refuses a manifest with %s before it writes', async (_, more) => {
    writeBackup([], more);
    await restoring();
    expect(existsSync(at('a'))).toBe(false);
  });

  it('refuses a file that is longer than the manifest says', async () => {
    writeBackup([['s3/content/a', described]]);
    write('backup/s3/content/a', 'x'.repeat(1000));
    expect(await restoring()).toContain('s3/content/a has 1000 bytes, more than the 1 allowed.');
  });
});

describe('npm run verify of a hostile data folder', () => {
  const listing = () => execFileSync('find', [at('data'), '-printf', '%p %s %l\n'], { encoding: 'utf8' });
  const verifying = (...options: string[]) => runHere(verify, ['--data-dir', at('data'), ...options]);

  /** Runs the command, which must fail, with and without a repair. @returns what it printed */
  async function refusing(): Promise<string> {
    const before = listing();
    const outcomes = [];
    for (const options of [[], ['--repair']]) {
      const { code, stdout, stderr } = await verifying(...options);
      expect(code).not.toBe(0);
      expect(stdout + stderr).not.toMatch(OBEYED);
      expect(stdout + stderr).not.toContain('not to be copied');
      outcomes.push(stdout + stderr);
    }
    expect(readdirSync(outer).sort()).toEqual(['data', 'secret']);
    expect(readFileSync(at('secret'), 'utf8')).toBe('not to be copied');
    expect(listing()).toBe(before);
    return outcomes.join();
  }

  beforeEach(() => {
    write('data/dynamodb/CURRENT', 'MANIFEST-000001\n');
    write('data/dynamodb/MANIFEST-000001', '');
    mkdirSync(at('data/s3/content'), { recursive: true });
  });

  it.each([
    ['the database', 'data/dynamodb.repaired', '../'],
    ['a log of the database', 'data/dynamodb/000002.log', '../../secret'],
    ['the files', 'data/s3/media', '../../'],
    ['a folder of objects', 'data/s3/content/ab', '../../../'],
    ['an object', 'data/s3/content/object', '../../../secret'],
    ['what was set aside', 'data/s3/.damaged', '../../'],
    ['a circle', 'data/s3/content/circle', '.'],
    ['the key', 'data/admin-key', '../secret'],
    ['the process', 'data/ready.json', '../secret'],
  ])('follows no link in place of %s, and changes nothing', async (_, name, target) => {
    symlinkSync(target, at(name));
    expect(await refusing()).toContain(`${at(name)} is a link`);
  });

  it.each(['data/ready.json', 'data/s3/content/ab/pipe', 'data/dynamodb/000002.log'])(
    'does not wait for a pipe %s',
    async name => {
      mkdirSync(dirname(at(name)), { recursive: true });
      execFileSync('mkfifo', [at(name)]);
      expect(await refusing()).toContain('neither a file nor a folder');
    },
  );

  it('refuses a file in place of the database', async () => {
    rmSync(at('data/dynamodb'), { recursive: true });
    write('data/dynamodb', 'not to be copied');
    expect(await refusing()).toContain(`${at('data/dynamodb')} is not a folder`);
  });

  it('names each file that is no object, and sets it aside with --repair', async () => {
    rmSync(at('data/dynamodb/CURRENT'));
    rmSync(at('data/dynamodb/MANIFEST-000001'));
    const files: Record<string, string> = {
      'in-place-of-a-bucket': 'x',
      'content/in-place-of-a-folder': 'x',
      'content/ab/folder/in-place-of-an-object': 'x',
      'content/ab/empty': '',
      'content/ab/cut': '{"key":"a"',
      'content/ab/binary': '\u0000\u00ff\u0001'.repeat(1000),
      'content/ab/short': '\u0000\u0000\u0000\u007f',
      'content/ab/\u001b[2J\u202e': 'x',
      'content/ab/..%2f..%2fsecret': 'x',
    };
    for (const [name, content] of Object.entries(files)) write(`data/s3/${name}`, content);
    const { code, stdout, stderr } = await verifying();
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toMatch(OBEYED);
    for (const name of Object.keys(files)) {
      const path = printable(at(`data/s3/${name}`));
      expect(stdout).toContain(path);
      // Each is printed once.
      expect(stderr).not.toContain(path);
    }
    await verifying('--repair');
    for (const [name, content] of Object.entries(files)) {
      expect(existsSync(at(`data/s3/${name}`))).toBe(false);
      expect(readFileSync(at(`data/s3/.damaged/${name}`), 'utf8')).toBe(content);
    }
    expect(readdirSync(outer).sort()).toEqual(['data', 'secret']);
  });

  it('names a file that is larger than any object, without reading it', async () => {
    rmSync(at('data/dynamodb/CURRENT'));
    rmSync(at('data/dynamodb/MANIFEST-000001'));
    write('data/s3/content/ab/huge', '');
    truncateSync(at('data/s3/content/ab/huge'), 2 ** 40);
    const { code, stdout } = await verifying();
    expect(code).not.toBe(0);
    expect(stdout).toContain(`${at('data/s3/content/ab/huge')} has 1099511627776 bytes`);
  });

  it('repairs a database whose manifest is empty', async () => {
    const { stdout } = await verifying();
    expect(stdout).toContain(`database: ${at('data/dynamodb/MANIFEST-000001')} is damaged`);
    expect((await verifying('--repair')).stdout).toContain('What could be read was copied');
    expect((await verifying()).stdout).not.toContain('damaged');
  });

  it('names a log of the database that fits no memory', async () => {
    write('data/dynamodb/000002.log', '');
    truncateSync(at('data/dynamodb/000002.log'), 2 ** 40);
    expect((await verifying()).code).not.toBe(0);
  });
});

describe('npm run scraper:accuracy with hostile pages', () => {
  const run = () => failing(scraperAccuracy, [at('pages')]);

  it.each(['../secret', '../../../../../../../etc/passwd', '.', 'linked.html'])(
    'reads no file %j',
    async file => {
      write('pages/expected.json', JSON.stringify([{ file, url: '' }]));
      symlinkSync('../secret', at('pages/linked.html'));
      expect(await run()).toContain('is not a file in');
    },
  );

  it('does not wait for a pipe', async () => {
    write('pages/expected.json', JSON.stringify([{ file: 'pipe', url: '' }]));
    execFileSync('mkfifo', [at('pages/pipe')]);
    expect(await run()).toContain('pipe is not a file in');
  });

  it('reads no fixture outside the folder', async () => {
    write('pages/fixtures/a.html', '');
    write('stray.html', 'not to be read');
    const test = "const url = 'https://a.example/'; read('./fixtures/../../stray.html')";
    write('pages/src/extractors/custom/a/index.test.js', test);
    expect(await run()).toContain('stray.html is not a file in');
  });

  it('measures dates and addresses that are none, and prints no character that a terminal obeys', async () => {
    const site = 'a\u001b[2J\u202e';
    const expected = { title: '\u001b]0;a\u0007', date: 'never', image: 'no address' };
    write(
      `pages/${site}.html`,
      '<title>\u009b2J</title><meta property="og:image" content="https://a.example/%ff">',
    );
    write('pages/expected.json', JSON.stringify([{ site, url: 'https://a.example/', expected }]));
    const { code, stdout, stderr } = await runHere(scraperAccuracy, [at('pages'), '--verbose']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Misses');
    expect(stdout).not.toMatch(OBEYED);
    expect(stdout).not.toContain('\u202e');
  });
});

describe('npm run symbolicate with a hostile log', () => {
  async function translated(chunks: Iterable<string>, positions: Pick<SourcePositions, 'replaceIn'>) {
    const parts: string[] = [];
    for await (const part of translateLog(Readable.from(chunks), positions)) parts.push(part);
    return parts;
  }

  const asItIs = { replaceIn: (text: string) => text };

  it('prints no character that a terminal obeys', async () => {
    expect((await translated(['a\u001b', '[2J\u202e\nb\t\r'], asItIs)).join('')).toBe(
      'a\\u001b[2J\\u202e\nb\t\\u000d',
    );
  });

  it('translates whole lines, whose parts come one after the other', async () => {
    const bracketed = { replaceIn: (text: string) => text.replaceAll('index.js:1:2', '(here)') };
    expect((await translated(['at index', '.js:1', ':2\nnext\n'], bracketed)).join('')).toBe(
      'at (here)\nnext\n',
    );
  });

  it('holds at most a megabyte of a line that never ends', async () => {
    const lengths: number[] = [];
    const counting = { replaceIn: (text: string) => (lengths.push(text.length), text) };
    await translated(
      Array.from({ length: 64 }, () => 'x'.repeat(2 ** 16)),
      counting,
    );
    expect(Math.max(...lengths)).toBeLessThan(2 ** 20 + 2 ** 17);
  });

  it('takes linear time for a line that is one long path', () => {
    const positions = new SourcePositions(outer, 'posts/get');
    for (const text of ['a'.repeat(2 ** 20), 'a/'.repeat(2 ** 19), '.js:1'.repeat(2 ** 17)])
      expect(positions.replaceIn(text)).toBe(text);
  });

  it('reads no map outside the folder of the bundles', () => {
    write('stray.js.map', readFileSync(at('secret'), 'utf8'));
    const text = 'at ../stray.js:1:2 ..js:1:1 ../../stray.js:3:4';
    expect(new SourcePositions(at('maps'), 'posts/get').replaceIn(text)).toBe(text);
  });
});
