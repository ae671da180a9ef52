import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readLocalKey, readSettings } from '../../../infra/local/settings.ts';
import { UsageError } from '../../../infra/core/command.ts';
import { giveAway, withoutRights } from '../../support/run/without-rights.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'settings-'));
});
afterAll(() => rm(dir, { recursive: true }));

describe('readSettings()', () => {
  it('reads the environment', async () => {
    const variables = { PORT: '5000', HOST: '0.0.0.0', DATA_DIR: ':memory:', ADMIN_API_KEY: 'key' };
    expect(await readSettings(variables)).toEqual({
      host: '0.0.0.0',
      port: 5000,
      dir: undefined,
      syncWrites: false,
      adminKey: 'key',
      storeAdminKey: expect.any(Function),
      outboundAllow: '',
    });
  });

  it('returns defaults for variables that are not set', async () => {
    expect(await readSettings({ DATA_DIR: ':memory:' })).toMatchObject({ host: '127.0.0.1', port: 4000 });
  });

  it('counts empty names as not set', async () => {
    const reading = readSettings({ DATA_DIR: ':memory:', TABLE_NAME: '', CONTENT_BUCKET: '', INDEXERS: '' });
    await expect(reading).resolves.toMatchObject({ port: 4000 });
  });

  it('lists every fault of the environment', async () => {
    const wrong = {
      PORT: '65536',
      HOST: '',
      DATA_DIR: '',
      ADMIN_API_KEY: 'a b',
      TABLE_NAME: 'x',
      CONTENT_BUCKET: 'A_',
      MEDIA_BUCKET: '-',
      INDEXERS: '-1',
      LOG_LEVEL: 'loud',
    };
    await expect(readSettings(wrong)).rejects.toThrow(
      [
        'The environment has faults:',
        'PORT: must be a port number: 0 (any free one) to 65535',
        'HOST: must be a host name or address',
        'DATA_DIR: must be a folder, or :memory:',
        'ADMIN_API_KEY: must be 1 to 1,000 characters of ASCII, without white space',
        'TABLE_NAME: must be the name of a DynamoDB table',
        'CONTENT_BUCKET: must be the name of an S3 bucket',
        'MEDIA_BUCKET: must be the name of an S3 bucket',
        'INDEXERS: must be 1 to 4',
        'LOG_LEVEL: must be debug, info, error or silent',
      ].join('\n'),
    );
  });

  it.each(['', 'a b', 'ключ', 'k'.repeat(1001)])(
    'refuses the ADMIN_API_KEY %j, which no header can carry',
    async ADMIN_API_KEY => {
      const reading = readSettings({ DATA_DIR: ':memory:', ADMIN_API_KEY });
      await expect(reading).rejects.toThrow('ADMIN_API_KEY: must be 1 to 1,000 characters of ASCII');
    },
  );

  it('names DATA_DIR when the folder can not be created', async () => {
    const file = join(dir, 'file');
    await writeFile(file, '');
    const reading = readSettings({ DATA_DIR: join(file, 'data') });
    await expect(reading).rejects.toThrow(`DATA_DIR: the folder ${join(file, 'data')} can't be written`);
    await expect(reading).rejects.toBeInstanceOf(UsageError);
  });

  it('says that DATA_DIR is a file', async () => {
    const file = join(dir, 'no-folder');
    await writeFile(file, '');
    const reading = readSettings({ DATA_DIR: file });
    await expect(reading).rejects.toThrow(`DATA_DIR: the folder ${file} can't be written: It is a file.`);
  });

  it.each(['s3', 's3/broadsheet-media', 'scheduler', 'admin-key'])(
    'names DATA_DIR and the way out when %s in the folder is not this user’s',
    async name => {
      const data = await mkdtemp(join(dir, 'denied-'));
      await chmod(dir, 0o755);
      const folders = ['s3', 's3/broadsheet-media', 'scheduler'];
      for (const part of folders) await mkdir(join(data, part), { mode: 0o700 });
      await writeFile(join(data, 'admin-key'), 'a1'.repeat(32), { mode: 0o600 });
      for (const part of ['', ...folders, 'admin-key']) await giveAway(join(data, part));
      const path = join(data, name);
      await chmod(path, name === 'admin-key' ? 0o000 : 0o500);
      const reading = withoutRights(() => readSettings({ DATA_DIR: data }));
      await expect(reading).rejects.toBeInstanceOf(UsageError);
      await expect(reading).rejects.toThrow(/^DATA_DIR: .*EACCES.* Run this as the user whose service it is/);
      await expect(reading).rejects.toThrow(path);
    },
  );

  it.each(['', 'abc123'])('sets a key file that holds %j aside, and makes a new key', async content => {
    const data = await mkdtemp(join(dir, 'cut-'));
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await writeFile(join(data, 'admin-key'), content);
    const { adminKey } = await readSettings({ DATA_DIR: data });
    expect(adminKey).toMatch(/^[0-9a-f]{64}$/);
    expect(errors.mock.lastCall).toEqual([expect.stringContaining(join(data, 'admin-key.damaged'))]);
    errors.mockRestore();
  });

  it('sets a key file with a flipped bit aside, which would be another key', async () => {
    const data = await mkdtemp(join(dir, 'flipped-'));
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { adminKey, storeAdminKey } = await readSettings({ DATA_DIR: data });
    storeAdminKey();
    const file = join(data, 'admin-key');
    const flipped = (adminKey.startsWith('0') ? '1' : '0') + adminKey.slice(1);
    const content = await readFile(file, 'utf8');
    await writeFile(file, content.replace(adminKey, flipped));
    await expect(readLocalKey({ DATA_DIR: data })).rejects.toThrow(`${file} is damaged`);
    expect((await readSettings({ DATA_DIR: data })).adminKey).not.toBe(flipped);
    expect(errors.mock.lastCall).toEqual([expect.stringContaining(`${file}.damaged`)]);
    errors.mockRestore();
  });

  it.each(['', '\n'])(
    'reads a key file of an earlier version, which has no checksum and ends with %j',
    async end => {
      const data = await mkdtemp(join(dir, 'earlier-'));
      await writeFile(join(data, 'admin-key'), 'a1'.repeat(32) + end);
      expect((await readSettings({ DATA_DIR: data })).adminKey).toBe('a1'.repeat(32));
      expect(await readLocalKey({ DATA_DIR: data })).toBe('a1'.repeat(32));
    },
  );

  it('reports that the key of a site is missing', async () => {
    const data = await mkdtemp(join(dir, 'lost-'));
    await mkdir(join(data, 'dynamodb'));
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { storeAdminKey } = await readSettings({ DATA_DIR: data });
    expect(errors).not.toHaveBeenCalled();
    storeAdminKey();
    expect(errors.mock.lastCall).toEqual([expect.stringContaining(`${join(data, 'admin-key')} is missing`)]);
    errors.mockRestore();
  });

  it('makes an administrator’s key, which is stored once, readable only by its owner', async () => {
    const data = join(dir, 'data', 'inner');
    const first = await readSettings({ DATA_DIR: data });
    expect(first.adminKey).toMatch(/^[0-9a-f]{64}$/);
    const file = join(data, 'admin-key');
    // Another process may have its own key in the folder.
    await expect(stat(file)).rejects.toThrow('ENOENT');
    first.storeAdminKey();
    expect((await readSettings({ DATA_DIR: data })).adminKey).toBe(first.adminKey);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(first.adminKey);
  });

  it('creates the key again when a crash left its file empty', async () => {
    await writeFile(join(dir, 'admin-key'), '');
    expect((await readSettings({ DATA_DIR: dir })).adminKey).toMatch(/^[0-9a-f]{64}$/);
  });

  it('creates another key each time when nothing is stored', async () => {
    const [first, second] = [
      await readSettings({ DATA_DIR: ':memory:' }),
      await readSettings({ DATA_DIR: ':memory:' }),
    ];
    expect(first.adminKey).not.toBe(second.adminKey);
  });
});

describe('readLocalKey()', () => {
  it('returns ADMIN_API_KEY, else the key of the running service, else the stored one', async () => {
    const data = join(dir, 'keys');
    const { adminKey, storeAdminKey } = await readSettings({ DATA_DIR: data });
    storeAdminKey();
    expect(await readLocalKey({ DATA_DIR: data })).toBe(adminKey);
    await writeFile(join(data, 'ready.json'), '{"adminKey": "of the running one"}');
    expect(await readLocalKey({ DATA_DIR: data })).toBe('of the running one');
    expect(await readLocalKey({ DATA_DIR: data, ADMIN_API_KEY: 'given' })).toBe('given');
  });

  it('does not call the key of a folder missing that this user may not read', async () => {
    const data = await mkdtemp(join(dir, 'locked-'));
    await writeFile(join(data, 'admin-key'), 'a1'.repeat(32));
    await chmod(data, 0o000);
    const reading = withoutRights(() => readLocalKey({ DATA_DIR: data }));
    await expect(reading).rejects.toThrow(/^DATA_DIR: EACCES.* Run this as the user whose service it is/);
    await chmod(data, 0o700);
  });

  it('refuses an empty DATA_DIR', async () => {
    await expect(readLocalKey({ DATA_DIR: '' })).rejects.toThrow('DATA_DIR: must be a folder, or :memory:');
  });

  it('names DATA_DIR when no service was started there', async () => {
    for (const DATA_DIR of [join(dir, 'nowhere'), ':memory:']) {
      const reading = readLocalKey({ DATA_DIR });
      await expect(reading).rejects.toThrow(`DATA_DIR: the folder ${DATA_DIR} has no API key`);
      await expect(reading).rejects.toBeInstanceOf(UsageError);
    }
  });
});
