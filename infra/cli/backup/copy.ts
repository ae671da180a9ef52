import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { Folder, isMissing } from '../../core/folder.ts';
import { describeIssues } from '../../../shared/platform/core/faults.ts';
import { UsageError } from '../../core/command.ts';
import { makeFolder } from '../../core/make-folder.ts';
import { listPlainFiles } from '../../core/plain-files.ts';
import { copyDatabase } from '../../aws-local/dynamodb/live-copy.ts';
import { CopiedFiles, isSetAside } from './copied-files.ts';
import { Described, describe } from './described.ts';
import { requireTarget } from './folders.ts';

const MANIFEST = 'backup.json';
const MAX_MANIFEST_BYTES = 2 ** 28;
/** A service has two buckets. */
const MAX_BUCKETS = 100;
const CURRENT = 'dynamodb/CURRENT';

/** What a data folder has in addition to the database: objects with the events that announce them, schedules, the administrator's API key. */
const OTHERS = ['s3', 'scheduler', 'admin-key'];
const PARTS = ['dynamodb', ...OTHERS];
/** Uploads that are not complete, damaged objects, and files that are being written. */
const LEFT_OUT = /(?:^|\/)\.(?:drafts|damaged)(?:\/|$)|\.(?:tmp|new|damaged)$/;

const Backup = v.strictObject({
  format: v.literal(1),
  made_at: v.string(),
  /** Buckets, also empty ones. */
  buckets: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]*$/))), v.maxLength(MAX_BUCKETS)),
  files: v.pipe(
    v.array(v.tuple([v.string(), Described])),
    v.check(files => files.every(([name]) => isPart(name)), 'names a file of no data folder'),
    v.check(files => files.some(([name]) => name === CURRENT), 'names no database'),
  ),
});

function isPart(name: string): boolean {
  return PARTS.some(part => name === part || name.startsWith(`${part}/`));
}

/**
 * Copies a data folder, also while a service uses it: the objects, then the table, then what was added to the objects. An object is stored before
 * the record that names it, and not deleted in its first half hour or while a record names it. So each object that a copied record names was
 * there before the table was copied, or is there after it. A damaged object is named, and set aside as a repair does it.
 * @returns the number of files, and of those that are damaged
 * @throws UsageError when the folder has content or is within the data folder; Error that names a damaged file
 */
export async function backUp(
  dataDir: string,
  folder: string,
  name: (fault: string) => void,
): Promise<{ count: number; damaged: number }> {
  requireTarget(folder, dataDir);
  makeFolder(folder, 0o700);
  const target = new Folder(folder);
  const copies = new CopiedFiles(dataDir, target, name);
  const buckets = bucketsIn(dataDir);
  await copies.add(buckets.flatMap(bucket => filesIn(dataDir, `s3/${bucket}`)));
  copyDatabase(join(dataDir, 'dynamodb'), join(folder, 'dynamodb'));
  const database = filesIn(folder, 'dynamodb').map((file): [string, Described] => [
    file,
    describe(readFileSync(join(folder, file))),
  ]);
  await copies.add(OTHERS.flatMap(each => filesIn(dataDir, each)));
  const files = [...copies.files, ...database];
  const backup = { format: 1, made_at: new Date().toISOString(), buckets, files };
  await target.write(MANIFEST, `${JSON.stringify(backup, null, 1)}\n`);
  return { count: files.length, damaged: copies.damaged };
}

/** The database's files come first. CURRENT comes last, because no service starts without it. */
function rankFile(name: string): number {
  if (name === CURRENT) return 2;
  return name.startsWith('dynamodb/') ? 0 : 1;
}

/**
 * Copies a backup into an empty data folder, and compares all checksums. An interrupted restore leaves a folder in which no service starts.
 * @returns the number of files, and of objects that were damaged when the backup was made
 * @throws UsageError when the data folder has content or is within the backup; Error that names a file that is missing or changed
 */
export async function restore(folder: string, dataDir: string): Promise<{ count: number; damaged: number }> {
  requireTarget(dataDir, folder);
  const source = new Folder(folder);
  const { files, buckets } = await readBackup(source);
  makeFolder(dataDir, 0o700);
  for (const bucket of buckets) mkdirSync(join(dataDir, 's3', bucket), { recursive: true, mode: 0o700 });
  const target = new Folder(dataDir);
  for (const [name, described] of files.sort(([one], [other]) => rankFile(one) - rankFile(other))) {
    const bytes = await source.read(name, described.bytes);
    if (describe(bytes).sha256 !== described.sha256)
      throw new Error(`${join(folder, name)} is changed or cut.`);
    await target.write(name, bytes);
  }
  return { count: files.length, damaged: files.filter(([name]) => isSetAside(name)).length };
}

async function readBackup(source: Folder): Promise<v.InferOutput<typeof Backup>> {
  const text = await source.read(MANIFEST, MAX_MANIFEST_BYTES).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new UsageError(`${source.path} has no ${MANIFEST}: it contains no backup, or an incomplete one.`);
  });
  const { success, output, issues } = v.safeParse(
    v.pipe(v.string(), v.parseJson(undefined, 'is not JSON, so it is changed or cut'), Backup),
    text.toString(),
  );
  if (success) return output;
  throw new Error(`${join(source.path, MANIFEST)}: ${describeIssues(issues).join('; ')}.`);
}

function bucketsIn(dataDir: string): string[] {
  const dir = join(dataDir, 's3');
  return existsSync(dir) ? readdirSync(dir).filter(name => !name.startsWith('.')) : [];
}

function filesIn(folder: string, name: string): string[] {
  return listPlainFiles(folder, name, each => LEFT_OUT.test(each));
}
