// Loaded into a service before its own code: notes in the file SYNC_RECORD, one JSON line each, what the service has written to the disk
// by fsync. Files are named by their inode, which a rename keeps. LevelDB, which is native code, is asked by its `sync` option.
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const { appendFileSync, fstatSync, fsyncSync, readdirSync, readlinkSync, statSync, writeFileSync } = fs;

function note(line) {
  appendFileSync(process.env.SYNC_RECORD, `${JSON.stringify(line)}\n`);
}

function noteFile({ ino, size }) {
  note({ ino, size });
}

/**
 * Looks at a file or folder before its sync, because what is written during it may not be on the disk.
 * @returns a function that notes it, to be called after the sync
 */
function look(fd) {
  const stats = fstatSync(fd);
  if (!stats.isDirectory()) return () => noteFile(stats);
  const folder = readlinkSync(`/proc/self/fd/${fd}`);
  const names = readdirSync(folder);
  return () => note({ folder, names });
}

fs.fsyncSync = fd => {
  const noteSynced = look(fd);
  fsyncSync(fd);
  noteSynced();
};
fs.writeFileSync = (file, data, options) => {
  writeFileSync(file, data, options);
  if (options?.flush) noteFile(statSync(file));
};
syncBuiltinESMExports();

const handle = await open(import.meta.filename);
const handles = Object.getPrototypeOf(handle);
await handle.close();
const { sync } = handles;
handles.sync = async function () {
  const noteSynced = look(this.fd);
  await sync.call(this);
  noteSynced();
};

const { ClassicLevel } = createRequire(import.meta.url)('classic-level');
const { _chainedBatch } = ClassicLevel.prototype;
ClassicLevel.prototype._chainedBatch = function () {
  const batch = _chainedBatch.call(this);
  const { _write } = batch;
  batch._write = async options => {
    await _write.call(batch, options);
    if (!options?.sync) return;
    for (const name of readdirSync(this.location))
      if (name.endsWith('.log')) noteFile(statSync(`${this.location}/${name}`));
  };
  return batch;
};
