import { runFiles } from './run.ts';
import type { Fault, Outcome } from './task.ts';

/** In one run of Vitest, so that results come early. */
const MOST_FILES = 24;

/** A fault, and the test files that may notice it, the likeliest first. */
export interface Candidate {
  fault: Fault;
  files: readonly string[];
}

export interface Verdict {
  fault: Fault;
  /** The test file that fails with the fault; undefined when none does. */
  noticedBy: string | undefined;
}

interface Open {
  fault: Fault;
  left: string[];
}

/**
 * Leaves out each part until a test file notices it. A run of Vitest tries many faults at once, each in another file; what none of its
 * files noticed gets its next file in the next run.
 * @returns the verdicts, and the conditions that the files reached
 */
export async function noticeAll(
  candidates: readonly Candidate[],
  tell: (verdict: Verdict, test: string) => void,
): Promise<{ verdicts: Verdict[]; reached: Set<string> }> {
  const verdicts: Verdict[] = [];
  const reached = new Set<string>();
  let open: Open[] = candidates.map(({ fault, files }) => ({ fault, left: [...files] }));
  const decide = (verdict: Verdict, test: string): void => {
    verdicts.push(verdict);
    tell(verdict, test);
  };
  while (open.length > 0) {
    for (const { fault } of open.filter(candidate => candidate.left.length === 0))
      decide({ fault, noticedBy: undefined }, '');
    open = open.filter(candidate => candidate.left.length > 0);
    const tried = assign(open);
    if (tried.size === 0) break;
    const leftOut = Object.fromEntries(Array.from(tried, ([file, { fault }]) => [file, fault]));
    const outcomes = await runFiles([...tried.keys()], leftOut);
    for (const [file, batch] of tried) {
      const outcome = outcomes.get(file);
      for (const condition of Object.keys(outcome?.reached ?? {})) reached.add(condition);
      batch.left.splice(batch.left.indexOf(file), 1);
      const failed = outcome && failureIn(outcome);
      if (failed === undefined) continue;
      open = open.filter(other => other !== batch);
      decide({ fault: batch.fault, noticedBy: file }, failed);
    }
  }
  return { verdicts, reached };
}

/** @returns the failed test; undefined when all tests passed */
function failureIn({ failed, passed }: Outcome): string | undefined {
  return failed ?? (passed === 0 ? 'fails outside of its tests' : undefined);
}

/** Gives as many faults as possible a file of their own, first those with the fewest files left. */
function assign(open: readonly Open[]): Map<string, Open> {
  const tried = new Map<string, Open>();
  for (const candidate of [...open].sort((a, b) => a.left.length - b.left.length)) {
    const file = candidate.left.find(each => !tried.has(each));
    if (file !== undefined && tried.size < MOST_FILES) tried.set(file, candidate);
  }
  return tried;
}
