import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { backup } from '../../../infra/cli/backup/main.ts';
import { requireDataFolder } from '../../../infra/cli/data-files.ts';
import { explainAt, onStoppedData } from '../../../infra/cli/place.ts';
import { verify } from '../../../infra/cli/verify/main.ts';
import { UsageError } from '../../../infra/core/command.ts';
import { withoutRights } from '../../support/run/without-rights.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'data-'));
  mkdirSync(join(dir, 'dynamodb'));
});
afterEach(() => {
  chmodSync(dir, 0o700);
  rmSync(dir, { recursive: true });
});

const verifying = () => verify.run({ dataDir: dir, stack: undefined, region: undefined, repair: false });
const backingUp = () => backup.run({ folder: join(dir, 'copy'), dataDir: dir, restores: false });
const reindexing = () => onStoppedData(dir, () => Promise.resolve());

describe('a data folder that this user may not read', () => {
  it.each([
    ['verify', verifying],
    ['backup', backingUp],
    ['other commands', reindexing],
  ])('is named with the way out, and not called missing, by %s', async (_, command) => {
    chmodSync(dir, 0o000);
    const running = withoutRights(command);
    await expect(running).rejects.toBeInstanceOf(UsageError);
    await expect(running).rejects.toThrow(`The data folder ${dir} can't be used: EACCES: permission denied`);
    await expect(running).rejects.toThrow(/Run this as the user whose service it is, or give the folder/);
  });

  it('is named when only a part of it may not be read', async () => {
    chmodSync(dir, 0o755);
    chmodSync(join(dir, 'dynamodb'), 0o000);
    await expect(withoutRights(() => requireDataFolder(dir))).rejects.toThrow(`The data folder ${dir}`);
  });
});

it.each([
  ['the system', Object.assign(new Error('EROFS: read-only file system, rmdir'), { code: 'EROFS' })],
  ['LevelDB', new Error('IO error: LOCK: Read-only file system')],
])('a data folder on a read-only file system is named with the way out, for an error of %s', (_, error) => {
  error.message += ` '${join(dir, 's3')}'`;
  const explained = explainAt(error, { dataDir: dir, stack: undefined, region: undefined });
  expect(explained).toContain(
    `The data folder ${dir} can't be used: ${error.message}. Make the file system writable`,
  );
});

it.each(['none', 'file'])('calls a folder that is missing, or a file, no data folder: %s', name => {
  writeFileSync(join(dir, 'file'), '');
  expect(() => requireDataFolder(join(dir, name))).toThrow(
    `${join(dir, name)} is not the data folder of a service.`,
  );
});

it.each(['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL_SCHEDULER'])(
  'npm run backup copies no folder while %s says that the data is elsewhere',
  async variable => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv(variable, 'http://127.0.0.1:8000');
    await expect(backingUp()).rejects.toBeInstanceOf(UsageError);
    await expect(backingUp()).rejects.toThrow(`${variable}=http://127.0.0.1:8000: the service`);
    expect(existsSync(join(dir, 'copy'))).toBe(false);
  },
);

it('npm run backup names the file without which a database can not be read', async () => {
  writeFileSync(join(dir, 'dynamodb/000001.log'), '');
  const target = mkdtempSync(join(tmpdir(), 'copy-'));
  const copying = backup.run({ folder: target, dataDir: dir, restores: false });
  await expect(copying).rejects.toThrow(`${join(dir, 'dynamodb/CURRENT')} is missing`);
  rmSync(target, { recursive: true });
});

describe.each([
  ['', (folder: string) => `in ${folder}`],
  ['http://127.0.0.1:8000', () => 'at AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000'],
])('explainAt() while AWS_ENDPOINT_URL_DYNAMODB is %j', (address, toPlace) => {
  it('says where there is no site', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', address);
    const error = Object.assign(new Error('Requested resource not found'), {
      name: 'ResourceNotFoundException',
    });
    expect(explainAt(error, { dataDir: dir, stack: undefined, region: undefined })).toBe(
      `There is no site ${toPlace(dir)}: npm start makes an empty one.`,
    );
  });
});

describe('explainAt()', () => {
  const denied = (path: string) =>
    Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES' });
  const place = { dataDir: 'data', stack: undefined, region: undefined };

  it('gives the way out for a file in the data folder, and for no other', () => {
    expect(explainAt(denied('data/admin-key'), place)).toContain('The data folder data can');
    expect(explainAt(denied('/elsewhere'), place)).toBe("EACCES: permission denied, open '/elsewhere'");
  });
});
