import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/** Tells other programs where the service of a data folder runs. A service that stops removes the file; one that is killed leaves it. */
interface Ready {
  url: string;
  adminKey: string;
  pid: number;
}

/** @returns the path of the file */
export async function writeReadyFile(dir: string, ready: Ready): Promise<string> {
  const file = toReadyFile(dir);
  // Renamed into place, so that a reader never finds half of it.
  await writeFile(`${file}.new`, JSON.stringify(ready), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return file;
}

function toReadyFile(dir: string): string {
  return join(dir, 'ready.json');
}

/** The administrator's key of the service that runs on a folder or was killed there; undefined when there is none. */
export async function readAnnouncedKey(dir: string): Promise<string | undefined> {
  return (await readField(dir, v.object({ adminKey: v.string() })))?.adminKey;
}

/** The process that uses a folder; undefined when none does. */
export async function findProcess(dir: string): Promise<number | undefined> {
  const pid = (await readField(dir, v.object({ pid: v.number() })))?.pid;
  return pid !== undefined && isRunning(pid) ? pid : undefined;
}

async function readField<T>(dir: string, schema: v.GenericSchema<unknown, T>): Promise<T | undefined> {
  const text = await readFile(toReadyFile(dir), 'utf8').catch(() => '');
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return success ? output : undefined;
}

/** The file is readable by its user only, so a process of another user, which may not be signalled, has taken the number of a dead one. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
