import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFiles } from './run.ts';
import type { Outcome } from './task.ts';

/** What the test files do while every condition is whole, by file. */
export type Recording = ReadonlyMap<string, Outcome>;

const CACHE = '.cache/conditions';
const SOURCES = ['functions', 'shared', 'infra', 'test'];
/** These run the service, or parts of it, on the engines. Tests of modules with a stub for DynamoDB repeat the text of conditions. */
const USES_ENGINES = /support\/(?:api\/api|aws\/(?:hostile-)?engines)\.ts'/;

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.includes('node_modules'))
    .map(file => join(folder, file))
    .sort();
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(listFiles)) hash.update(`${file}\n${readFileSync(file, 'utf8')}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** Runs the tests once, unless these sources were recorded before. @throws Error when a test fails */
export async function record(): Promise<Recording> {
  const known = join(CACHE, `${hashSources()}.json`);
  if (existsSync(known))
    return new Map(Object.entries(JSON.parse(readFileSync(known, 'utf8')) as Record<string, Outcome>));
  const files = listFiles('test').filter(
    file =>
      file.endsWith('.test.ts') &&
      !file.endsWith('.long.test.ts') &&
      USES_ENGINES.test(readFileSync(file, 'utf8')),
  );
  console.log(`Recording the conditions that ${files.length} test files reach`);
  const recording = await runFiles(files);
  const failed = files.filter(file => !recording.has(file) || recording.get(file)?.failed !== undefined);
  if (failed.length > 0) throw new Error(`These fail while every condition is whole: ${failed.join(', ')}`);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(known, JSON.stringify(Object.fromEntries(recording)));
  return recording;
}

/** @returns the names of all conditions that tests reach */
export function reachedConditions(recording: Recording): string[] {
  return [...new Set([...recording.values()].flatMap(({ reached }) => Object.keys(reached)))].sort();
}

/** The test files that reach a condition, first those that are the most about it. */
export function filesReaching(recording: Recording, condition: string): string[] {
  const share = ({ reached }: Outcome): number =>
    (reached[condition] ?? 0) / Object.values(reached).reduce((sum, writes) => sum + writes, 1);
  return [...recording]
    .filter(([, { reached, passed }]) => condition in reached && passed > 0)
    .sort(([, one], [, other]) => share(other) - share(one))
    .map(([file]) => file);
}
