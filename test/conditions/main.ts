import { parseArgs } from 'node:util';
import { exitOnHelp } from '../../infra/core/command.ts';
import { noticeAll, type Candidate, type Verdict } from './notice.ts';
import { filesReaching, reachedConditions, record } from './record.ts';
import { findSites } from './sites.ts';
import type { Fault } from './task.ts';
import { listFaults, isAccepted, readTable, siteIn, writeTable } from './table.ts';

exitOnHelp(`Usage: npm run test:conditions [-- --quick] [-- <texts>]

Shows that a test notices the absence of each condition of a write: leaves out one condition after the other, whole and in parts, and
runs the test files that reach it until one fails. A first run of all these files records which conditions they reach.

  npm run test:conditions                  every condition; writes test/conditions/noticed.json
  npm run test:conditions -- <texts>       only conditions whose place or expression has one of the texts
  npm run test:conditions -- --most <n>    at most this many test files for each part of a condition, the likeliest first
  npm run test:conditions -- --quick       only the files of noticed.json; with --shard 1/2, every second part from the first one on`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    most: { type: 'string', default: 'Infinity' },
    shard: { type: 'string', default: '1/1' },
  },
});
const [shard, shards] = values.shard.split('/').map(Number) as [number, number];

const isWanted = (condition: string): boolean =>
  positionals.length === 0 || positionals.some(text => condition.includes(text));

function tell({ fault: { condition, part }, noticedBy }: Verdict, test: string): void {
  console.log(
    `${condition} — without ${part}: ${noticedBy === undefined ? 'MISSED' : `${noticedBy} › ${test}`}`,
  );
}

/** Tries all test files that reach a condition. @returns the number of problems */
async function tryAll(): Promise<number> {
  const recording = await record();
  const conditions = reachedConditions(recording);
  const known = readTable();
  const candidates = conditions
    .filter(isWanted)
    .flatMap(listFaults)
    .filter(fault => !isAccepted(fault))
    .map((fault): Candidate => {
      const first = known[fault.condition]?.[fault.part];
      const files = filesReaching(recording, fault.condition);
      const ordered = [...files.filter(file => file === first), ...files.filter(file => file !== first)];
      return { fault, files: ordered.slice(0, Number(values.most)) };
    });
  const { verdicts } = await noticeAll(candidates, (verdict, test) => {
    tell(verdict, test);
    // At once, so that a run that is ended keeps what it has found.
    writeTable([verdict], conditions);
  });
  const missed = verdicts.filter(({ noticedBy }) => noticedBy === undefined).length;
  console.log(`${verdicts.length - missed} of ${verdicts.length} parts of conditions were noticed`);
  return missed + reportUnreached(conditions);
}

function reportUnreached(conditions: readonly string[]): number {
  const reached = new Set(conditions.map(siteIn));
  const unreached = findSites().filter(site => !reached.has(site.name) && isWanted(site.name));
  for (const { name } of unreached) console.log(`${name}: no test reaches its condition`);
  return unreached.length;
}

/** A test that fails by chance passes in its next run, and a race that a fault loses is lost in one of several. */
const QUICK_RUNS = 3;

/** Tries the test file that noticed each fault before. @returns the number of problems */
async function tryQuickly(): Promise<number> {
  const table = readTable();
  const conditions = Object.keys(table).filter(isWanted);
  const candidates = conditions.flatMap(listFaults).flatMap((fault): Candidate[] => {
    const file = table[fault.condition]?.[fault.part];
    return file ? [{ fault, files: Array<string>(QUICK_RUNS).fill(file) }] : [];
  });
  const chosen = candidates.filter((_, index) => index % shards === shard - 1);
  const { verdicts, reached } = await noticeAll(chosen, tell);
  const missed = verdicts.filter(({ noticedBy }) => noticedBy === undefined).length;
  const isKnown = ({ condition, part }: Fault): boolean => table[condition]?.[part] !== undefined;
  const unknown = [...new Set([...conditions, ...reached])]
    .flatMap(listFaults)
    .filter(fault => !isKnown(fault) && !isAccepted(fault));
  for (const { condition, part } of unknown)
    console.log(`${condition} — without ${part}: not in noticed.json; npm run test:conditions tries it`);
  console.log(`${verdicts.length - missed} of ${verdicts.length} parts of conditions were noticed`);
  return missed + unknown.length;
}

const problems = await (values.quick ? tryQuickly() : tryAll());
process.exitCode = problems === 0 ? 0 : 1;
