import { join } from 'node:path';
import { mayBeWhole, readChecked } from '../aws-local/checked-file.ts';
import { toReason } from '../core/command.ts';
import { listPlainFiles } from '../core/plain-files.ts';
import { readKey } from '../local/admin-key.ts';

const KEY = 'admin-key';
/** Where a data folder has small files with a checksum each: schedules, the events of objects, and the administrator's key. */
const PLACES = ['scheduler', 's3/.events', KEY];

/** A schedule, an event or a key that is cut or changed. */
interface DamagedSmallFile {
  file: string;
  /** A sentence that names the file. */
  fault: string;
}

/** @param name of a file in the data folder @returns a sentence that names the file when it is a damaged small one */
export function findSmallFault(dataDir: string, name: string): string | undefined {
  try {
    if (name === KEY) readKey(join(dataDir, name));
    else if (name.endsWith('.json')) readChecked(join(dataDir, name));
    return undefined;
  } catch (error) {
    return mayBeWhole(error) ? undefined : `${toReason(error)}.`;
  }
}

export function findDamagedSmallFiles(dataDir: string): DamagedSmallFile[] {
  return PLACES.flatMap(place => listPlainFiles(dataDir, place)).flatMap(name => {
    const fault = findSmallFault(dataDir, name);
    return fault === undefined ? [] : [{ file: join(dataDir, name), fault }];
  });
}
