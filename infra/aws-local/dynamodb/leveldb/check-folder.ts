import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toReason } from '../../../core/command.ts';
import { Bytes } from './bytes.ts';
import { DamagedFile } from './damage.ts';
import { readLogFile } from './log-file.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { checkTableFile } from './table-file.ts';

const DATA_FILE = /^(?:\d+\.(?:ldb|sst|log)|MANIFEST-\d+)$/;

/**
 * Checks the files of a folder before LevelDB opens it. LevelDB itself starts empty when CURRENT is missing, skips damaged records of a log,
 * does not notice that a log is missing, and compares no checksum of what it reads: all of this loses or changes data silently.
 * @returns the logs whose last record was interrupted, which LevelDB drops
 * @throws DamagedFile
 */
export function checkFolder(dir: string): string[] {
  const names = existsSync(dir) ? readdirSync(dir) : [];
  if (!names.some(name => DATA_FILE.test(name))) return [];
  const file = findManifest(dir, names);
  const { records, hasTornEnd } = readLogFile(file, readFileSync(file));
  try {
    const manifest = readManifest(records);
    checkTables(dir, names, manifest);
    return checkLogs(dir, names, manifest);
  } catch (error) {
    // A crash may have interrupted the last record. The files that the earlier records name are then still there.
    if (hasTornEnd) throw new DamagedFile(file, `is cut or changed at its end: ${toReason(error)}`);
    throw error instanceof DamagedFile ? error : new DamagedFile(file, `is damaged: ${toReason(error)}`);
  }
}

function findManifest(dir: string, names: readonly string[]): string {
  const current = join(dir, 'CURRENT');
  if (!names.includes('CURRENT')) throw new DamagedFile(current, 'is missing, although data files exist');
  const text = readFileSync(current, 'utf8');
  const name = text.trimEnd();
  if (!/^MANIFEST-\d+$/.test(name)) throw new DamagedFile(current, 'names no manifest');
  // LevelDB opens no other one.
  if (text !== `${name}\n`) throw new DamagedFile(current, 'is cut or changed at its end');
  if (!names.includes(name)) throw new DamagedFile(join(dir, name), 'is missing, although CURRENT names it');
  return join(dir, name);
}

function checkTables(dir: string, names: readonly string[], { tables }: Manifest): void {
  const files = byNumber(names, /^\d+\.(?:ldb|sst)$/);
  for (const [number, size] of tables) {
    const name = files.get(number);
    if (name === undefined) throw new DamagedFile(join(dir, toName(number, 'ldb')), 'is missing');
    const bytes = readFileSync(join(dir, name));
    if (bytes.length !== size)
      throw new DamagedFile(join(dir, name), `has ${bytes.length} bytes instead of ${size}`);
    checkTableFile(join(dir, name), bytes);
  }
}

/** Each record of a log begins with the sequence number that follows the last one of the record before it. */
function checkLogs(dir: string, names: readonly string[], { logNumber, lastSequence }: Manifest): string[] {
  const files = byNumber(names, /^\d+\.log$/);
  if (logNumber > 0 && !files.has(logNumber))
    throw new DamagedFile(join(dir, toName(logNumber, 'log')), 'is missing');
  const torn: string[] = [];
  let expected: number | undefined;
  for (const [number, name] of [...files].sort(([one], [other]) => one - other)) {
    if (number < logNumber) continue;
    const file = join(dir, name);
    const { records, hasTornEnd } = readLogFile(file, readFileSync(file));
    for (const record of records) {
      const { first, next } = readSequence(record);
      if (expected === undefined ? first > lastSequence + 1 : first !== expected)
        throw new DamagedFile(file, `lacks the changes before number ${first}`);
      expected = next;
    }
    if (hasTornEnd) torn.push(file);
  }
  return torn;
}

/** The sequence numbers of a record's first change, and of the one behind its last. */
function readSequence(record: Buffer): { first: number; next: number } {
  const bytes = new Bytes(record);
  const first = bytes.readLong();
  return { first, next: first + bytes.readInt() };
}

function byNumber(names: readonly string[], pattern: RegExp): Map<number, string> {
  return new Map(names.filter(name => pattern.test(name)).map(name => [Number.parseInt(name, 10), name]));
}

function toName(number: number, extension: string): string {
  return `${String(number).padStart(6, '0')}.${extension}`;
}
