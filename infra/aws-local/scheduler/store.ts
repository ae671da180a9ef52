import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readChecked, readOrSetAside, removeChecked, syncFolder, writeChecked } from '../checked-file.ts';
import { makeScheduleKey, schedule, type Schedule } from './schedule.ts';

// Names are hashed because they are case-sensitive, which some file systems are not.
function hash(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * All schedules in memory and, given a folder, in one file each: `<group hash>/<name hash>.json`. It is synchronous, so that check,
 * file and memory change in one step and requests never interleave. A file that is damaged is set aside at the start: the sweep publishes
 * its post.
 */
export class ScheduleStore {
  readonly #dir: string | undefined;
  readonly #isSynced: boolean;
  readonly #schedules = new Map<string, Schedule>();

  /** @param isSynced whether a change is on the disk when its method returns */
  constructor(dir?: string, isSynced = false) {
    this.#dir = dir;
    this.#isSynced = isSynced;
    if (dir === undefined) return;
    mkdirSync(dir, { recursive: true });
    for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (path.endsWith('.json')) this.#load(join(dir, path));
      if (path.endsWith('.tmp')) rmSync(join(dir, path));
    }
  }

  #load(file: string): void {
    const loaded = readOrSetAside(
      file,
      () => v.parse(schedule, readChecked(file)),
      'The sweep publishes its posts on time, to the minute.',
    );
    if (!loaded) return;
    this.#schedules.set(makeScheduleKey(loaded.definition.GroupName, loaded.definition.Name), loaded);
  }

  get(group: string, name: string): Schedule | undefined {
    return this.#schedules.get(makeScheduleKey(group, name));
  }

  all(): Schedule[] {
    return [...this.#schedules.values()];
  }

  put(value: Schedule): void {
    const { GroupName, Name } = value.definition;
    if (this.#dir !== undefined) {
      const folder = join(this.#dir, hash(GroupName));
      if (mkdirSync(folder, { recursive: true }) !== undefined && this.#isSynced) syncFolder(this.#dir);
      writeChecked(join(folder, `${hash(Name)}.json`), value, this.#isSynced);
    }
    this.#schedules.set(makeScheduleKey(GroupName, Name), value);
  }

  remove(group: string, name: string): void {
    if (this.#dir !== undefined)
      removeChecked(join(this.#dir, hash(group), `${hash(name)}.json`), this.#isSynced);
    this.#schedules.delete(makeScheduleKey(group, name));
  }
}
