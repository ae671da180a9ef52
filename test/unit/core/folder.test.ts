import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Folder, isMissing } from '../../../infra/core/folder.ts';

let root: string;
let folder: Folder;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'folder-'));
  mkdirSync(join(root, 'export'));
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(root, 'outside/secret'), 'secret');
  folder = new Folder(join(root, 'export'));
});

describe('Folder', () => {
  it('writes and reads a file below it, readable by its owner only', async () => {
    await folder.write('media/images/1/a.png', 'content');
    expect((await folder.read('media/images/1/a.png', 7)).toString()).toBe('content');
    const file = join(folder.path, 'media/images/1/a.png');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  it.each([
    '../outside/secret',
    'media/../../outside/secret',
    '/etc/passwd',
    'media//a',
    'media/./a',
    '..',
    '',
    'media\\..\\a',
    'C:a',
    'a\u0000b',
    'a\u001bb',
  ])('refuses the name %j for reading, writing and removing', async name => {
    await expect(folder.read(name, 9)).rejects.toThrow('is not the name of a file');
    await expect(folder.write(name, 'x')).rejects.toThrow('is not the name of a file');
    await expect(folder.remove(name)).rejects.toThrow('is not the name of a file');
  });

  it('follows no link to a file or a folder outside', async () => {
    symlinkSync(join(root, 'outside/secret'), join(folder.path, 'file'));
    symlinkSync(join(root, 'outside'), join(folder.path, 'media'));
    await expect(folder.read('file', 9)).rejects.toThrow('file is a link, not a file.');
    await expect(folder.open('file', 'write')).rejects.toThrow('file is a link');
    await expect(folder.read('media/secret', 9)).rejects.toThrow('media/secret is in a link');
    await expect(folder.write('media/new', 'x')).rejects.toThrow('is in a link');
    expect(existsSync(join(root, 'outside/new'))).toBe(false);
    expect(readFileSync(join(root, 'outside/secret'), 'utf8')).toBe('secret');
  });

  it('replaces a link by the file that it writes', async () => {
    symlinkSync(join(root, 'outside/secret'), join(folder.path, 'file'));
    await folder.write('file', 'new');
    expect((await folder.read('file', 9)).toString()).toBe('new');
    expect(readFileSync(join(root, 'outside/secret'), 'utf8')).toBe('secret');
  });

  it('refuses folders and pipes, and does not wait for a pipe', async () => {
    mkdirSync(join(folder.path, 'inner'));
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);
    await expect(folder.read('inner', 9)).rejects.toThrow('inner is not a file.');
    await expect(folder.read('pipe', 9)).rejects.toThrow('pipe is not a file.');
  });

  it('refuses a file that is longer than allowed, and reports a missing one', async () => {
    await folder.write('long', '0123456789');
    await expect(folder.read('long', 9)).rejects.toThrow('long has 10 bytes, more than the 9 allowed.');
    expect(await folder.read('none', 9).catch(isMissing)).toBe(true);
  });
});
