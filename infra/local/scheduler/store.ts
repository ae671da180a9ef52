import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { keyOf, schedule, type Schedule } from './schedule.ts';

// Names are hashed because they are case-sensitive, which some file systems are not.
function hash(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * All schedules in memory and, given a folder, in one file each: `<group hash>/<name hash>.json`. It is synchronous, so that check,
 * file and memory change in one step and requests never interleave. The rename leaves the whole old or the whole new file when the
 * process is killed.
 */
export class ScheduleStore {
  readonly #dir: string | undefined;
  readonly #schedules = new Map<string, Schedule>();

  constructor(dir?: string) {
    this.#dir = dir;
    if (dir === undefined) return;
    mkdirSync(dir, { recursive: true });
    for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (path.endsWith('.json')) this.#load(join(dir, path));
      if (path.endsWith('.tmp')) rmSync(join(dir, path));
    }
  }

  #load(file: string): void {
    const loaded = v.parse(schedule, JSON.parse(readFileSync(file, 'utf8')));
    this.#schedules.set(keyOf(loaded.definition.GroupName, loaded.definition.Name), loaded);
  }

  get(group: string, name: string): Schedule | undefined {
    return this.#schedules.get(keyOf(group, name));
  }

  all(): Schedule[] {
    return [...this.#schedules.values()];
  }

  put(value: Schedule): void {
    const { GroupName, Name } = value.definition;
    if (this.#dir !== undefined) {
      const folder = join(this.#dir, hash(GroupName));
      mkdirSync(folder, { recursive: true });
      const draft = join(folder, `${randomUUID()}.tmp`);
      writeFileSync(draft, JSON.stringify(value));
      renameSync(draft, join(folder, `${hash(Name)}.json`));
    }
    this.#schedules.set(keyOf(GroupName, Name), value);
  }

  remove(group: string, name: string): void {
    if (this.#dir !== undefined) rmSync(join(this.#dir, hash(group), `${hash(name)}.json`), { force: true });
    this.#schedules.delete(keyOf(group, name));
  }
}
