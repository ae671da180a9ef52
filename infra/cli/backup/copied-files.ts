import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFault, SET_ASIDE } from '../../aws-local/s3/check-objects.ts';
import { isMissing, type Folder } from '../../core/folder.ts';
import { findSmallFault } from '../small-files.ts';
import { describe, type Described } from './described.ts';

const OBJECTS = 's3/';
/** Objects are in buckets, whose names begin with no dot. */
const OBJECT = /^s3\/[^.]/;

/** Whether a file of a backup is an object that was damaged. */
export function isSetAside(name: string): boolean {
  return name.startsWith(`${OBJECTS}${SET_ASIDE}/`);
}

/** The files of a data folder that are copied one by one: all but the database. */
export class CopiedFiles {
  readonly files = new Map<string, Described>();
  damaged = 0;
  readonly #dataDir: string;
  readonly #target: Folder;
  readonly #name: (fault: string) => void;
  readonly #seen = new Set<string>();

  /** @param name is told of each damaged file */
  constructor(dataDir: string, target: Folder, name: (fault: string) => void) {
    this.#dataDir = dataDir;
    this.#target = target;
    this.#name = name;
  }

  /** Copies files that are not copied yet and still there. A damaged object is copied to where no service reads it. */
  async add(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const bytes = this.#seen.has(name) ? undefined : readUnlessGone(join(this.#dataDir, name));
      if (!bytes) continue;
      this.#seen.add(name);
      const isDamaged = await this.#check(name);
      const place = isDamaged && OBJECT.test(name) ? toAside(name) : name;
      await this.#target.write(place, bytes);
      this.files.set(place, describe(bytes));
    }
  }

  async #check(name: string): Promise<boolean> {
    const fault = OBJECT.test(name)
      ? await findFault(join(this.#dataDir, OBJECTS), name.slice(OBJECTS.length))
      : findSmallFault(this.#dataDir, name);
    if (fault === undefined) return false;
    this.damaged += 1;
    this.#name(`${OBJECT.test(name) ? 'object' : 'file'}: ${fault}`);
    return true;
  }
}

function toAside(name: string): string {
  return `${OBJECTS}${SET_ASIDE}/${name.slice(OBJECTS.length)}`;
}

function readUnlessGone(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}
