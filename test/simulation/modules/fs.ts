import { dirname } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { DiskError, type File } from '../engine/disk.ts';
import type { SimulatedProcess } from '../engine/process.ts';

const DISK_BYTES = 64 * 1024 * 1024 * 1024;
const BLOCK_BYTES = 4096;

interface Options {
  recursive?: boolean;
  force?: boolean;
  flush?: boolean;
}

interface StatOptions {
  throwIfNoEntry?: boolean;
}

function makeStats(entry: File | 'folder') {
  return {
    size: entry === 'folder' ? 0 : entry.data.length,
    mode: 0o600,
    isDirectory: () => entry === 'folder',
    isFile: () => entry !== 'folder',
    isSymbolicLink: () => false,
  };
}

/** The parts of Node.js's modules `fs` and `fs/promises` that the local stack uses, on the simulated disk. */
export function createFs(owner: SimulatedProcess) {
  const { disk } = owner;
  /** Open files and folders by descriptor. */
  const opened = new Map<number, { path: string; file: File | undefined }>();
  let lastFd = 2;

  const find = (path: string): File | 'folder' => {
    const entry = disk.find(path);
    if (entry === undefined) throw new DiskError('ENOENT', path);
    return entry;
  };
  const write = (file: File, path: string, data: Buffer): void => {
    disk.checkWrite(path);
    file.data = data;
  };

  const existsSync = (path: string): boolean => disk.find(path) !== undefined;
  const readFileSync = (path: string, encoding?: BufferEncoding): string | Buffer => {
    const { data } = disk.file(path);
    disk.checkRead(path);
    return encoding === undefined ? Buffer.from(data) : data.toString(encoding);
  };
  const mkdirSync = (path: string, { recursive = false }: Options = {}): string | undefined => {
    if (existsSync(path)) {
      if (recursive) return undefined;
      throw new DiskError('EEXIST', path);
    }
    const parent = dirname(path);
    const isRoot = parent === path || parent === '.' || parent === '/';
    const first = recursive && !isRoot ? mkdirSync(parent, { recursive }) : undefined;
    disk.makeFolder(path);
    return first ?? path;
  };
  const readdirSync = (dir: string, { recursive = false }: Options = {}): string[] => {
    find(dir);
    const names = disk.below(dir).map(path => path.slice(dir.length + 1));
    return recursive ? names : names.filter(name => !name.includes('/'));
  };
  const rmSync = (path: string, { recursive = false, force = false }: Options = {}): void => {
    if (!existsSync(path)) {
      if (force) return;
      throw new DiskError('ENOENT', path);
    }
    if (recursive) for (const inner of disk.below(path)) disk.remove(inner);
    disk.remove(path);
  };
  const openSync = (path: string, flag = 'r'): number => {
    const entry =
      flag === 'r' ? find(path) : flag === 'w' || !existsSync(path) ? disk.create(path) : disk.file(path);
    opened.set(++lastFd, { path, file: entry === 'folder' ? undefined : entry });
    return lastFd;
  };
  const closeSync = (fd: number): void => void opened.delete(fd);
  const getFile = (fd: number): { path: string; file: File } => {
    const { path, file } = opened.get(fd)!;
    if (!file) throw new DiskError('EISDIR', path);
    return { path, file };
  };
  const fsyncSync = (fd: number): void => {
    const { path, file } = opened.get(fd)!;
    if (file) disk.syncFile(file, path);
    else disk.syncFolder(path);
  };
  const writeFileSync = (path: string, content: string | Buffer, { flush = false }: Options = {}): void => {
    const file = disk.create(path);
    write(file, path, Buffer.from(content));
    if (flush) disk.syncFile(file, path);
  };
  const readSync = (
    fd: number,
    into: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): number => {
    const { file, path } = getFile(fd);
    disk.checkRead(path);
    return file.data.copy(into, offset, position, position + length);
  };
  const appendSync = (fd: number, content: Buffer | string): void => {
    const { file, path } = getFile(fd);
    write(file, path, Buffer.concat([file.data, Buffer.from(content)]));
  };
  const createReadStream = (file: File, { start = 0, end = Infinity } = {}): Readable =>
    Readable.from([file.data.subarray(start, end + 1)]);
  const createWriteStream = (path: string): Writable => {
    const fd = openSync(path, 'w');
    return new Writable({
      write(chunk: Buffer, _encoding, done) {
        owner
          .finish('write file')
          .then(() => appendSync(fd, chunk))
          .then(() => done(), done);
      },
    });
  };
  const lstatSync = (path: string, { throwIfNoEntry = true }: StatOptions = {}) =>
    !throwIfNoEntry && !existsSync(path) ? undefined : makeStats(find(path));

  const synchronous = {
    existsSync,
    readFileSync,
    mkdirSync,
    readdirSync,
    rmSync,
    openSync,
    closeSync,
    fsyncSync,
    writeFileSync,
    readSync,
    lstatSync,
    statSync: lstatSync,
    fstatSync: (fd: number) => makeStats(opened.get(fd)!.file ?? 'folder'),
    renameSync: (from: string, to: string) => disk.rename(from, to),
    chmodSync: () => undefined,
    createWriteStream,
  };
  const later =
    <Args extends unknown[], T>(label: string, run: (...args: Args) => T) =>
    async (...args: Args): Promise<T> => {
      await owner.finish(label);
      return run(...args);
    };
  const openFile = (path: string, flag?: string) => {
    const fd = openSync(path, flag);
    return {
      fd,
      read: later('read file', (into: Buffer, offset: number, length: number, position: number) => ({
        bytesRead: readSync(fd, into, offset, length, position),
      })),
      writeFile: later('write file', (content: Buffer) => write(getFile(fd).file, getFile(fd).path, content)),
      appendFile: later('write file', (content: Buffer) => appendSync(fd, content)),
      sync: later('sync file', () => fsyncSync(fd)),
      close: later('close file', () => closeSync(fd)),
      createReadStream: (range?: { start: number; end: number }) => createReadStream(getFile(fd).file, range),
    };
  };
  const promises = {
    open: later('open file', openFile),
    readFile: later('read file', readFileSync),
    writeFile: later('write file', writeFileSync),
    readdir: later('read folder', readdirSync),
    mkdir: later('make folder', mkdirSync),
    rm: later('remove file', rmSync),
    rename: later('rename file', synchronous.renameSync),
    stat: later('stat file', lstatSync),
    statfs: later('stat disk', () => ({ bavail: DISK_BYTES / BLOCK_BYTES, bsize: BLOCK_BYTES })),
  };
  return { ...synchronous, promises };
}
