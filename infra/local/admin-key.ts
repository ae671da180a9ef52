import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { UsageError } from '../core/command.ts';
import { explainAccess } from '../core/denied.ts';
import { isMissing } from '../core/folder.ts';
import { mayBeWhole, readChecked, readOrSetAside, writeChecked } from '../aws-local/checked-file.ts';

const NEW_KEY = 'The administrator gets a new API key; earlier ones stay valid until they are deleted.';

const KEY_FILE = 'admin-key';

/** The administrator's key. */
export interface AdminKey {
  key: string;
  /** Stores a new key. Only the process that has the folder to itself may: the key of another one would be replaced. */
  store: () => void;
}

/** Reads the key from the data folder, where only its owner may read it, or makes one. */
export function readOrMakeKey(dir: string | undefined): AdminKey {
  const made = randomBytes(32).toString('hex');
  if (dir === undefined) return { key: made, store: () => undefined };
  const file = join(dir, KEY_FILE);
  const isNew = !existsSync(file);
  const kept = isNew ? undefined : readKeptKey(file);
  if (kept !== undefined) return { key: kept, store: () => undefined };
  const replaces = isNew && existsSync(join(dir, 'dynamodb'));
  const store = (): void => {
    if (replaces) console.error(`${file} is missing. ${NEW_KEY}`);
    // On the disk before it is used, also without SYNC_WRITES.
    writeChecked(file, made, true);
  };
  return { key: made, store };
}

/** @throws UsageError that names the setting when the system cannot read the file */
function readKeptKey(file: string): string | undefined {
  try {
    return readOrSetAside(file, readKey, NEW_KEY);
  } catch (error) {
    throw new UsageError(`DATA_DIR: ${explainAccess(error)}`, { cause: error });
  }
}

/** Files of earlier versions have the key alone, without a checksum. */
const BARE_KEY = /^[0-9a-f]{64}\s*$/;

/** @returns undefined when there is no such file @throws Error that names the file when it is damaged */
export function readKey(file: string): string | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  return BARE_KEY.test(text) ? text.trim() : v.parse(v.string(), readChecked(file));
}

/** The file of a folder that may not be read is not missing. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** @throws UsageError when the file is damaged, or cannot be read */
export function readStoredKey(dir: string): string | undefined {
  try {
    return readKey(join(dir, KEY_FILE));
  } catch (error) {
    const remedy = mayBeWhole(error) ? '' : '. npm start sets it aside, and makes a new key.';
    throw new UsageError(`DATA_DIR: ${explainAccess(error)}${remedy}`, { cause: error });
  }
}
