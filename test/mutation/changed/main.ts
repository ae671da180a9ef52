import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { REACH_FILE } from '../../coverage.ts';
import { copyTree, removeTree } from '../../planted/tree.ts';
import { findBase, readChanges, readHead } from './changes.ts';
import { Judge } from './judge.ts';
import { findMutants, shuffled, type Mutant } from './mutants.ts';
import { nearestTests, type Reach } from './reach.ts';
import { isEnough, LEAST_SCORE } from './score.ts';

const TREES = 2;
const MAX_MUTANTS = 40;
/** No mutant is begun after this time. With two runs of 40 seconds at most for the last one, all of it stays far below four minutes. */
const BEGINS_WITHIN_MS = 70_000;
const TESTS_PER_MUTANT = 4;
/** Judges a sample of mutants of the lines that changed lately. @returns the exit code */
export async function mutateChanges(): Promise<number> {
  const base = await findBase();
  if (base === undefined) return skip('the repository has no tag and fewer than 20 commits of history');
  if (!existsSync(REACH_FILE)) return skip(`${REACH_FILE} is missing, which npm run test:coverage writes`);
  const reach = JSON.parse(readFileSync(REACH_FILE, 'utf8')) as Reach;
  const mutants = shuffled(await mutantsSince(base), await readHead());
  const sample = mutants.slice(0, MAX_MUTANTS);
  console.log(
    `${mutants.length} mutants of the lines changed since ${base}; at most ${sample.length} are tried`,
  );
  return await judgeAll(sample, reach);
}

function skip(reason: string): number {
  console.log(`SKIPPED: mutation of changed lines: ${reason}`);
  return 0;
}

async function mutantsSince(base: string): Promise<Mutant[]> {
  const mutants: Mutant[] = [];
  for (const [file, ranges] of await readChanges(base))
    mutants.push(...(await findMutants(file, await readFile(file, 'utf8'), ranges)));
  return mutants;
}

async function judgeAll(sample: readonly Mutant[], reach: Reach): Promise<number> {
  const deadline = performance.now() + BEGINS_WITHIN_MS;
  const waiting = [...sample];
  const verdicts: boolean[] = [];
  const trees = await Promise.all(Array.from({ length: TREES }, copyTree));
  try {
    const judge = new Judge();
    const work = async (tree: string): Promise<void> => {
      for (let next = waiting.shift(); next && performance.now() < deadline; next = waiting.shift()) {
        const tests = nearestTests(reach, next.file, TESTS_PER_MUTANT);
        verdicts.push(await judge.isNoticed(tree, next, tests));
      }
    };
    await Promise.all(trees.map(work));
  } finally {
    await Promise.all(trees.map(removeTree));
  }
  return report(verdicts);
}

function report(verdicts: readonly boolean[]): number {
  const noticed = verdicts.filter(Boolean).length;
  const isPassed = isEnough(noticed, verdicts.length);
  console.log(
    `${noticed} of ${verdicts.length} mutants were noticed, ${isPassed ? 'not ' : ''}certainly below ${LEAST_SCORE} %`,
  );
  return isPassed ? 0 : 1;
}
