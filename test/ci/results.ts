/** What Vitest's JSON reporter writes about one run: its files, each with its tests. */
export interface Run {
  testResults: readonly TestFile[];
}
interface TestFile {
  name: string;
  status: string;
  /** The error of a file that could not be loaded. */
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: readonly TestResult[];
}
interface TestResult {
  fullName: string;
  status: string;
  failureMessages: readonly string[];
}

/** One attempt of a step of `.ci/run`. A step that is repeated has several, of which the last one decides. */
export interface Attempt {
  step: string;
  code: number;
  /** Absent for a step that runs no tests. */
  run?: Run;
}

interface Failure {
  name: string;
  message: string;
}

/** The sums over all steps. */
export interface Totals {
  passed: number;
  failures: readonly Failure[];
  /** Tests that had not ended when their process was lost. */
  unfinished: readonly string[];
  /** How often each step was repeated, for those that were. */
  repeats: ReadonlyMap<string, number>;
}

/**
 * Sums up the attempts. A test counts once, however many runs had it: as failed if it failed in one of them. A step that failed without a
 * failed test counts as one failure.
 */
export function sumUp(attempts: readonly Attempt[]): Totals {
  const last = new Map(attempts.map(attempt => [attempt.step, attempt]));
  const passed = new Set<string>();
  const failures = new Map<string, Failure>();
  const unfinished = new Set<string>();
  for (const { step, code, run } of last.values()) {
    const found = run === undefined ? [] : failuresIn(run);
    if (code !== 0 && found.length === 0) found.push({ name: `step ${step}`, message: '' });
    for (const failure of found) failures.set(failure.name, failure);
    for (const { name, status } of run === undefined ? [] : namedTests(run)) {
      if (status === 'passed') passed.add(name);
      if (status === 'pending' && code !== 0) unfinished.add(name);
    }
  }
  for (const name of failures.keys()) passed.delete(name);
  return {
    passed: passed.size,
    failures: [...failures.values()],
    unfinished: [...unfinished],
    repeats: countRepeats(attempts),
  };
}

/** The failed tests, and the files that failed without one. */
function failuresIn(run: Run): Failure[] {
  const files = run.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(test => test.status === 'failed'),
  );
  return [
    ...files.map(({ name, message }) => ({ name, message })),
    ...namedTests(run)
      .filter(({ status }) => status === 'failed')
      .map(({ name, failureMessages }) => ({ name, message: failureMessages.join('\n') })),
  ];
}

interface NamedTest extends TestResult {
  /** File and title; tests of a file that share a title have a number. */
  name: string;
}

function namedTests({ testResults }: Run): NamedTest[] {
  return testResults.flatMap(file => {
    const seen = new Map<string, number>();
    return file.assertionResults.map(test => {
      const count = (seen.get(test.fullName) ?? 0) + 1;
      seen.set(test.fullName, count);
      const name = `${file.name} › ${test.fullName}${count === 1 ? '' : ` (${count})`}`;
      return { ...test, name };
    });
  });
}

function countRepeats(attempts: readonly Attempt[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { step } of attempts) counts.set(step, (counts.get(step) ?? -1) + 1);
  return new Map([...counts].filter(([, count]) => count > 0));
}

/** The files that took longest in any of the runs, with their seconds. */
export function slowestFiles(runs: readonly Run[], count: number): { name: string; seconds: number }[] {
  return runs
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
