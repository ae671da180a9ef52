import { readFileSync, writeFileSync } from 'node:fs';
import { ACCEPTED } from './accepted.ts';
import { splitParts } from './parts.ts';
import type { Verdict } from './notice.ts';
import type { Fault } from './task.ts';

/** The test file that notices the absence of each part of each condition. `npm run test:conditions` writes it. */
type Table = Record<string, Record<string, string>>;

const FILE = 'test/conditions/noticed.json';

export function readTable(): Table {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Table;
}

/** @returns the name of the place of a condition */
export function siteIn(condition: string): string {
  return condition.slice(0, condition.indexOf(': '));
}

/** @returns a fault for each part of a condition */
export function listFaults(condition: string): Fault[] {
  const expression = condition.slice(condition.indexOf(': ') + 2);
  return splitParts(expression).map(part => ({ condition, part }));
}

export function isAccepted({ condition, part }: Fault): boolean {
  return ACCEPTED.some(accepted => accepted.condition === condition && accepted.part === part);
}

/** Writes what was noticed; conditions that were not tried, but still are in the sources, keep their lines. */
export function writeTable(verdicts: readonly Verdict[], existing: readonly string[]): void {
  const before = readTable();
  const table: Table = {};
  for (const condition of existing) {
    const tried = new Map(
      verdicts
        .filter(({ fault }) => fault.condition === condition)
        .map(({ fault, noticedBy }) => [fault.part, noticedBy]),
    );
    const lines = listFaults(condition).flatMap(({ part }) => {
      const file = tried.has(part) ? tried.get(part) : before[condition]?.[part];
      return file === undefined ? [] : [[part, file] as const];
    });
    if (lines.length > 0) table[condition] = Object.fromEntries(lines);
  }
  writeFileSync(FILE, `${JSON.stringify(table, null, 2)}\n`);
}
