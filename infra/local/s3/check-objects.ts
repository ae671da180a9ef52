import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { reasonOf } from '../../core/command.ts';
import { openObjectFile, verifyData } from './objectfile.ts';

/** An object whose file is cut or changed. */
export interface DamagedObjectFile {
  file: string;
  /** A sentence that names the file. */
  fault: string;
}

/** Reads every object of the folder of the stand-in, and compares its checksums. */
export async function findDamagedObjects(dir: string): Promise<DamagedObjectFile[]> {
  const damaged: DamagedObjectFile[] = [];
  for (const file of objectFiles(dir)) {
    const fault = await faultIn(file);
    if (fault !== undefined) damaged.push({ file, fault });
  }
  return damaged;
}

/** Moves a damaged object out of its bucket, where it can still be looked at. @returns its new place */
export function setObjectAside(dir: string, { file }: DamagedObjectFile): string {
  const aside = join(dir, '.damaged', relative(dir, file));
  mkdirSync(dirname(aside), { recursive: true });
  renameSync(file, aside);
  return aside;
}

/** The folders of buckets have two levels; the stand-in's own folders begin with a dot. */
function objectFiles(dir: string): string[] {
  const buckets = existsSync(dir) ? readdirSync(dir).filter(name => !name.startsWith('.')) : [];
  return buckets.flatMap(bucket =>
    readdirSync(join(dir, bucket)).flatMap(folder =>
      readdirSync(join(dir, bucket, folder)).map(name => join(dir, bucket, folder, name)),
    ),
  );
}

async function faultIn(file: string): Promise<string | undefined> {
  try {
    const open = await openObjectFile(file);
    if (!open) return undefined;
    try {
      await verifyData(open);
    } finally {
      await open.handle.close();
    }
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
