import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolder } from './leveldb/check-folder.ts';
import { DamagedFile } from './leveldb/damage.ts';
import { repairedFolder } from './leveldb/repaired-folder.ts';

/** A copy begins again when LevelDB has replaced files during it. Tables that are copied already are kept, so it soon ends. */
const MAX_ATTEMPTS = 50;
const TABLE = /^\d+\.(?:ldb|sst)$/;
const LOG = /^\d+\.log$/;
const MANIFEST = /^MANIFEST-\d+$/;

/**
 * Copies the database of a folder, also while a service uses it. LevelDB never changes a table file, and only appends to a log and a manifest.
 * So while CURRENT and the manifest stay as they are, the tables, with the logs up to any byte, are the whole database as of one commit: the
 * end of a copied log is at most a commit that is not whole, and is dropped as after a kill. The file with the number of the last
 * commit is not copied, because it may be ahead of the copy.
 * @throws Error that names a damaged file
 */
export function copyDatabase(from: string, to: string): void {
  if (existsSync(repairedFolder(from)))
    throw new Error(`A repair of ${from} was interrupted. Finish it: npm run verify -- --repair.`);
  mkdirSync(to, { recursive: true });
  try {
    copyWhole(from, to);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    const fault = error.message.replaceAll(to, from).replace(/\.$/, '');
    throw new Error(`${fault}. Restore a backup, or run npm run verify -- --repair.`, { cause: error });
  }
}

/** A copy is as damaged as what it was made of, which is what can be repaired. @throws DamagedFile */
function copyWhole(from: string, to: string): void {
  for (let attempt = 1; !copyOnce(from, to); attempt++) {
    if (attempt < MAX_ATTEMPTS) continue;
    // A file that is lost looks like one that LevelDB has just replaced.
    checkFolder(from);
    throw new Error(`${from} changes faster than it can be copied.`);
  }
  checkFolder(to);
}

interface Head {
  current: string;
  manifest: string;
  bytes: Buffer;
}

function readHead(dir: string): Head {
  const current = readFileSync(join(dir, 'CURRENT'), 'utf8');
  const manifest = current.trimEnd();
  if (!MANIFEST.test(manifest))
    throw new DamagedFile(join(dir, 'CURRENT'), 'is damaged: it names no manifest');
  return { current, manifest, bytes: readFileSync(join(dir, manifest)) };
}

/** @returns whether the copy is whole */
function copyOnce(from: string, to: string): boolean {
  try {
    const before = readHead(from);
    removeAllButTables(to);
    const names = readdirSync(from);
    for (const name of names.filter(each => TABLE.test(each))) copyTable(join(from, name), join(to, name));
    // Only the last log grows, so they are copied in the order of their numbers, which have six digits or more.
    const logs = names
      .filter(name => LOG.test(name))
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    for (const name of logs) writeFileSync(join(to, name), readFileSync(join(from, name)));
    const after = readHead(from);
    if (after.current !== before.current || !after.bytes.equals(before.bytes)) return false;
    removeTablesBut(new Set(names), to);
    writeFileSync(join(to, after.manifest), after.bytes);
    writeFileSync(join(to, 'CURRENT'), after.current);
    return true;
  } catch (error) {
    // LevelDB has removed a file that it no longer needs, or not made CURRENT name the next manifest yet.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    if (existsSync(join(from, 'CURRENT'))) return false;
    throw new DamagedFile(join(from, 'CURRENT'), 'is missing');
  }
}

/** A table is only appended to while it is written, so a copy of the same size is the same. */
function copyTable(from: string, to: string): void {
  if (existsSync(to) && statSync(to).size === statSync(from).size) return;
  writeFileSync(to, readFileSync(from));
}

function removeAllButTables(dir: string): void {
  for (const name of readdirSync(dir)) if (!TABLE.test(name)) rmSync(join(dir, name));
}

function removeTablesBut(kept: ReadonlySet<string>, dir: string): void {
  for (const name of readdirSync(dir)) if (TABLE.test(name) && !kept.has(name)) rmSync(join(dir, name));
}
