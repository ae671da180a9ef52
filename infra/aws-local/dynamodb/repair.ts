import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { toReason } from '../../core/command.ts';
import { syncFolder } from '../checked-file.ts';
import { COMMITS_FILE, readMissingCommits } from './commit-numbers.ts';
import type { Level, LevelChange } from './dynalite/dynalite.ts';
import { openLevel } from './open-level.ts';
import { checkFolder } from './leveldb/check-folder.ts';
import { repairedFolder } from './leveldb/repaired-folder.ts';
import { isSealed } from './storage/checksums.ts';
import { FORMAT, FORMAT_KEY, readFormat } from './storage/upgrade.ts';

const BATCH_SIZE = 1000;

/** What is wrong with the folder of the database, as sentences; nothing else uses the folder at the same time. */
export async function checkDatabase(dir: string): Promise<string[]> {
  if (existsSync(repairedFolder(dir))) return [`A repair of ${dir} was interrupted.`];
  try {
    checkFolder(dir);
  } catch (error) {
    return [`${toReason(error)}.`];
  }
  return await withDatabase(dir, async db => [
    ...missingCommits(db, dir),
    ...(await findDamaged(db)).map(toSentence),
  ]);
}

/**
 * Repairs the folder: salvages what whole values of damaged files are left, removes damaged values, accepts that the last commits are lost.
 * @returns what was done and what is lost, as sentences; nothing when the folder is sound
 */
export async function repairDatabase(dir: string): Promise<string[]> {
  const done = await repairFiles(dir);
  const lost = await withDatabase(dir, async db => {
    const damaged = await findDamaged(db);
    await db.write(
      damaged.map((key): LevelChange => ({ type: 'del', key })),
      { sync: true },
    );
    return [...missingCommits(db, dir), ...damaged.map(toSentence)];
  });
  rmSync(join(dir, COMMITS_FILE), { force: true });
  return [...done, ...lost];
}

function toSentence(key: string): string {
  return `The value of ${JSON.stringify(key.replaceAll('\0', '/'))} is damaged.`;
}

async function withDatabase<T>(dir: string, work: (db: Level) => Promise<T>): Promise<T> {
  const db = await openLevel(dir);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function missingCommits(db: Level, dir: string): string[] {
  const missing = readMissingCommits(db, join(dir, COMMITS_FILE));
  return missing > 0 ? [`The database lacks its last ${missing} commits.`] : [];
}

async function* readEntries(db: Level): AsyncGenerator<[key: string, value: Buffer][]> {
  const iterator = db.iterator({});
  try {
    for (;;) {
      const entries = await iterator.nextv(BATCH_SIZE);
      if (entries.length === 0) return;
      yield entries;
    }
  } finally {
    await iterator.close();
  }
}

async function findDamaged(db: Level): Promise<string[]> {
  if (readFormat(db) !== FORMAT) return [];
  const damaged: string[] = [];
  for await (const entries of readEntries(db))
    for (const [key, value] of entries) if (!isWhole(key, value)) damaged.push(key);
  return damaged;
}

function isWhole(key: string, value: Buffer): boolean {
  return value.length === 0 || key === FORMAT_KEY || isSealed(key, value);
}

/**
 * The whole values of a damaged folder are copied into a new one, which then takes its place. The new folder exists from the beginning to
 * the end, and the engine refuses to start while it exists, so that an interrupted repair is repeated or finished, and never mistaken for data.
 */
async function repairFiles(dir: string): Promise<string[]> {
  const repaired = repairedFolder(dir);
  if (!existsSync(dir) && existsSync(repaired)) {
    renameSync(repaired, dir);
    return ['An interrupted repair was finished.'];
  }
  const fault = existsSync(repaired) ? 'A repair was interrupted' : findFault(dir);
  if (fault === undefined) return [];
  rmSync(repaired, { recursive: true, force: true });
  mkdirSync(repaired);
  await ClassicLevel.repair(dir);
  const lost = await salvage(dir, repaired);
  const aside = freeName(`${dir}.damaged`);
  renameSync(dir, aside);
  renameSync(repaired, dir);
  syncFolder(dirname(dir));
  return [
    `${fault}. What could be read was copied; the damaged files are kept as ${aside}.`,
    'A record whose last change was in a lost part is back in its earlier state, or missing.',
    ...lost.map(toSentence),
  ];
}

function findFault(dir: string): string | undefined {
  try {
    checkFolder(dir);
    return undefined;
  } catch (error) {
    return toReason(error);
  }
}

/** @returns the keys of damaged values, which are left out */
async function salvage(from: string, to: string): Promise<string[]> {
  return await withDatabase(from, old =>
    withDatabase(to, async fresh => {
      const format = old.getSync(FORMAT_KEY);
      // Damage may have taken the format itself. Only values of this format have checksums.
      const hasChecksums = format ? readFormat(old) === FORMAT : await hasSealed(old);
      const lost: string[] = [];
      for await (const entries of readEntries(old)) {
        const whole = entries.filter(([key, value]) => !hasChecksums || isWhole(key, value));
        if (hasChecksums) for (const [key, value] of entries) if (!isWhole(key, value)) lost.push(key);
        await fresh.write(whole.map(([key, value]): LevelChange => ({ type: 'put', key, value })));
      }
      const value = Buffer.from(String(FORMAT));
      await fresh.write(hasChecksums ? [{ type: 'put', key: FORMAT_KEY, value }] : [], { sync: true });
      return lost;
    }),
  );
}

async function hasSealed(db: Level): Promise<boolean> {
  for await (const entries of readEntries(db))
    if (entries.some(([key, value]) => value.length > 0 && isSealed(key, value))) return true;
  return false;
}

function freeName(name: string): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(free)) return free;
  }
}
