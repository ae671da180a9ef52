import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { toReason } from '../../core/command.ts';
import { listPlainFiles } from '../../core/plain-files.ts';
import { openObjectFile, verifyData } from './objectfile.ts';

/** An object whose file is cut or changed. */
export interface DamagedObjectFile {
  file: string;
  /** A sentence that names the file. */
  fault: string;
}

/** The folder of damaged objects, beside the buckets. */
export const SET_ASIDE = '.damaged';

/** Larger than any object of the service, whose uploads have at most 100 MB. */
const MAX_FILE_BYTES = 2 ** 30;

/** Reads every object of the folder of the stand-in, and compares its checksums. @throws Error for a link or a pipe */
export async function findDamagedObjects(dir: string): Promise<DamagedObjectFile[]> {
  const damaged: DamagedObjectFile[] = [];
  for (const name of listPlainFiles(dir, '.', isOwn)) {
    const fault = await findFault(dir, name);
    if (fault !== undefined) damaged.push({ file: join(dir, name), fault });
  }
  return damaged;
}

/** @param name of a file in the folder of the stand-in @returns a sentence that names the file when it is no whole object */
export async function findFault(dir: string, name: string): Promise<string | undefined> {
  const file = join(dir, name);
  return PLACE.test(name) ? await faultIn(file) : `${file} is at no place of an object.`;
}

/** Moves a damaged object out of its bucket, where it can still be looked at. @returns its new place */
export function setObjectAside(dir: string, { file }: DamagedObjectFile): string {
  const aside = join(dir, SET_ASIDE, relative(dir, file));
  mkdirSync(dirname(aside), { recursive: true });
  renameSync(file, aside);
  return aside;
}

/** The folders of buckets have two levels. */
const PLACE = /^(?:\.\/)?[^/]+\/[^/]+\/[^/]+$/;

/** Whether a name is of the stand-in's own folders, which begin with a dot. */
function isOwn(name: string): boolean {
  return name.startsWith('./.');
}

async function faultIn(file: string): Promise<string | undefined> {
  try {
    // A running service may have removed it.
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_FILE_BYTES) return `${file} has ${size} bytes, more than any object.`;
    const open = await openObjectFile(file);
    if (!open) return undefined;
    try {
      await verifyData(open);
    } finally {
      await open.handle.close();
    }
    return undefined;
  } catch (error) {
    return toReason(error);
  }
}
