import { appendFile, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/** The recorder's lines. */
const Line = v.union([
  v.object({ ino: v.number(), size: v.number() }),
  v.object({ folder: v.string(), names: v.array(v.string()) }),
]);

/** What is on the disk: the length of each file by its inode, and the names in each folder. */
interface Disk {
  sizes: Map<number, number>;
  names: Map<string, ReadonlySet<string>>;
}

/** What is left of a file's bytes that were not on the disk: none, the first ones, or as many zeros. */
export type Loss = 'dropped' | 'torn' | 'zeroed';

/** LevelDB writes these, and with its manifest the names of its folder, to the disk before it relies on them. */
const SYNCED_BY_LEVELDB = /^(?:CURRENT|LOCK|LOG|LOG\.old|MANIFEST-\d+|\d+\.ldb)$/;

async function readDisk(record: string): Promise<Disk> {
  const disk: Disk = { sizes: new Map(), names: new Map() };
  const text = await readFile(record, 'utf8');
  // A kill may have interrupted the last line.
  for (const json of text.split('\n').slice(0, -1)) {
    const line = v.parse(Line, JSON.parse(json));
    if ('ino' in line) disk.sizes.set(line.ino, line.size);
    else disk.names.set(line.folder, new Set(line.names));
  }
  return disk;
}

/**
 * Leaves a killed service's data folder as a power cut may leave it: what no fsync has written is lost. A file keeps its first bytes, a folder
 * the names that it had at its last sync; a name that was removed since stays removed.
 * @param record what the recorder has noted; what is left is noted too, for the next cut
 */
export async function cutPower(dir: string, record: string, loss: Loss, random: () => number): Promise<void> {
  const disk = await readDisk(record);
  await cutFolder(dir);
  await noteDisk(dir, record);

  async function cutFolder(folder: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true });
    const isDatabase = entries.some(({ name }) => name === 'CURRENT');
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const lasts = isDatabase || disk.names.get(folder)?.has(entry.name) === true;
      if (!lasts) await rm(path, { recursive: true });
      else if (entry.isDirectory()) await cutFolder(path);
      else if (!isDatabase || !SYNCED_BY_LEVELDB.test(entry.name)) await cutFile(path);
    }
  }

  async function cutFile(file: string): Promise<void> {
    const { ino, size } = await stat(file);
    const synced = Math.min(disk.sizes.get(ino) ?? 0, size);
    await truncate(file, loss === 'torn' ? synced + Math.floor(random() * (size - synced + 1)) : synced);
    if (loss === 'zeroed') await truncate(file, size);
  }
}

/** Notes that all of a folder is on the disk, as the operating system writes it after some seconds. */
export async function noteDisk(dir: string, record: string): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true });
  const note = (line: object): Promise<void> => appendFile(record, `${JSON.stringify(line)}\n`);
  await note({ folder: dir, names: entries.map(({ name }) => name) });
  for (const entry of entries) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await noteDisk(path, record);
    else {
      const { ino, size } = await stat(path);
      await note({ ino, size });
    }
  }
}
