import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backup } from '../../../infra/cli/backup/main.ts';
import { flipBit } from '../../support/files/damaged-file.ts';
import { Service } from '../../support/processes/service.ts';
import { runCli, runHere } from '../../support/processes/cli.ts';
import { ok } from '../../support/resources/posts.ts';

const KEY = 'k'.repeat(64);
/** Does not become smaller, so that each body is stored as an object. */
const NOISE_BYTES = 70_000;
const WRITES_AT_ONCE = 4;

let root: string;
let service: Service;
let written: number[];

function at(name: string): string {
  return join(root, name);
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backup-'));
  service = new Service({ DATA_DIR: at('site'), ADMIN_API_KEY: KEY });
  const api = await service.api(at('site'));
  let isWriting = true;
  written = [];
  const write = async (): Promise<void> => {
    for (let number = 0; isWriting; number++) {
      const body = `<p>Council votes</p><!--${randomBytes(NOISE_BYTES).toString('base64')}-->`;
      const post = await ok(api.post('/posts', { headline: `Vote ${number}`, tags: ['bridge'], body }));
      written.push(post.id);
    }
  };
  const writers = Array.from({ length: WRITES_AT_ONCE }, write);
  for (const name of ['first', 'second', 'third']) {
    const before = written.length;
    while (written.length < before + 20) await new Promise(resolve => setTimeout(resolve, 20));
    expect(await runCli('backup/main', [at(name), '--data-dir', at('site')])).toMatchObject({ code: 0 });
  }
  isWriting = false;
  await Promise.all(writers);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await rm(root, { recursive: true, force: true });
});

describe('npm run backup', () => {
  it.each(['first', 'second', 'third'])(
    'copies a site during writes: the %s copy is restored and has no disagreement',
    async name => {
      const restored = at(`${name}-restored`);
      expect(await runHere(backup, [at(name), '--restore', '--data-dir', restored])).toMatchObject({
        code: 0,
      });
      expect(await runCli('verify/main', ['--data-dir', restored])).toMatchObject({
        stdout: 'No disagreement was found.\n',
        code: 0,
      });
    },
  );

  it('restores a site that serves every post written before the backup', async () => {
    const copy = new Service({ DATA_DIR: at('third-restored') });
    try {
      const api = await copy.api(at('third-restored'));
      for (const id of written.slice(0, 60))
        expect((await api.get(`/posts/${id}`, { key: KEY })).status).toBe(200);
    } finally {
      await copy.end('SIGTERM');
    }
  });

  it('refuses a folder that is not empty, one without a backup, and one that is no data folder', async () => {
    const refused = (args: string[]) => runHere(backup, args);
    expect(await refused([at('first'), '--data-dir', at('site')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not empty'),
    });
    expect(await refused([at('first'), '--restore', '--data-dir', at('site')])).toMatchObject({ code: 2 });
    expect(await refused([at('site'), '--restore', '--data-dir', at('none')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no backup'),
    });
    expect(await refused([at('new'), '--data-dir', at('none')])).toMatchObject({ code: 2 });
  });

  it.each([
    ['a backup within the data folder', 'site/inside', [], 'site'],
    ['a backup among its objects', 'site/s3/inside', [], 'site'],
    ['a restore within the backup', 'first', ['--restore'], 'first/inside'],
  ])('refuses %s', async (_, folder, options, dataDir) => {
    expect(await runHere(backup, [at(folder), ...options, '--data-dir', at(dataDir)])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`is within ${at(dataDir === 'site' ? 'site' : 'first')}`),
    });
  });

  it.each([
    ['is cut', (text: string) => text.slice(0, 100), 'is not JSON, so it is changed or cut'],
    ['is of another format', (text: string) => text.replace('"format": 1', '"format": 2'), 'format: '],
  ])('names the list of files when it %s', async (_, change, fault) => {
    await mkdir(at('listed'), { recursive: true });
    await writeFile(at('listed/backup.json'), change(await readFile(at('first/backup.json'), 'utf8')));
    expect(await runHere(backup, [at('listed'), '--restore', '--data-dir', at('none')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${at('listed/backup.json')}: ${fault}`),
    });
  });

  it('names a file of the backup that is changed, and leaves no site that starts', async () => {
    const { files } = JSON.parse(await readFile(at('second/backup.json'), 'utf8')) as { files: [string][] };
    const [name = ''] = files.find(([each]) => each.startsWith('s3/')) ?? [];
    const bytes = await readFile(at(`second/${name}`));
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
    await writeFile(at(`second/${name}`), bytes);
    const outcome = await runHere(backup, [at('second'), '--restore', '--data-dir', at('cut')]);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining(`${name} is changed or cut`) });
    expect(await runCli('verify/main', ['--data-dir', at('cut')])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('CURRENT is missing'),
    });
  });

  it('names a damaged file of the database in the data folder, not in the copy, with the way out', async () => {
    await runHere(backup, [at('first'), '--restore', '--data-dir', at('second-damaged')]);
    const name =
      (await readdir(at('second-damaged/dynamodb'))).find(each => each.startsWith('MANIFEST-')) ?? '';
    const file = at(`second-damaged/dynamodb/${name}`);
    await flipBit(file, 20);
    expect(await runHere(backup, [at('no-copy'), '--data-dir', at('second-damaged')])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        `${file} .*\\. Restore a backup, or run npm run verify -- --repair\\.\n$`,
      ),
    });
  });

  it('names a damaged object and a damaged event, sets the object aside, copies the rest and ends with 1', async () => {
    const { files } = JSON.parse(await readFile(at('third/backup.json'), 'utf8')) as { files: [string][] };
    const [object = ''] = files.find(([each]) => each.startsWith('s3/broadsheet-content/')) ?? [];
    await flipBit(at(`site/${object}`), 100);
    await writeFile(at('site/s3/.events/1.json'), '00000000\n{}');
    const outcome = await runHere(backup, [at('damaged'), '--data-dir', at('site')]);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('2 damaged.') });
    expect(outcome.stdout).toMatch(`object: ${at(`site/${object}`)} is damaged: the data of content/`);
    expect(outcome.stdout).toContain(`file: ${at('site/s3/.events/1.json')} is damaged`);
    const aside = object.replace('s3/', 's3/.damaged/');
    expect(await readFile(at(`damaged/${aside}`))).toEqual(await readFile(at(`site/${object}`)));

    expect(await runHere(backup, [at('damaged'), '--restore', '--data-dir', at('whole')])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 objects were damaged when the backup was made'),
    });
    expect(await runCli('verify/main', ['--data-dir', at('whole'), '--repair'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^lost: object: content\/content\/\d+\/\S+ is missing: it is the text of POST#\d+/m,
      ),
    });
  });
});
