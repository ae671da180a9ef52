import { describe, expect, it } from 'vitest';
import { slowestFiles, sumUp, type Attempt, type Run } from '../../ci/results.ts';

type Statuses = Readonly<Record<string, string>>;

/** A run of one file with these tests. */
function makeRun(tests: Statuses, status = 'passed', message = ''): Run {
  const assertionResults = Object.entries(tests).map(([fullName, one]) => ({
    fullName,
    status: one,
    failureMessages: one === 'failed' ? [`Error: ${fullName}`] : [],
  }));
  return {
    testResults: [{ name: 'a.test.ts', status, message, startTime: 0, endTime: 1500, assertionResults }],
  };
}

function attempt(step: string, code: number, run?: Run): Attempt {
  return { step, code, run };
}

describe('sumUp()', () => {
  it('counts a test once that several steps ran', () => {
    const run = makeRun({ one: 'passed', two: 'passed', three: 'skipped' });
    const totals = sumUp([attempt('Node.js 20', 0, run), attempt('Node.js 22', 0, run)]);
    expect(totals).toMatchObject({ passed: 2, failures: [] });
  });

  it('counts a test as failed, and not as passed, that failed in one of its runs', () => {
    const totals = sumUp([
      attempt('Node.js 20', 1, makeRun({ one: 'failed', two: 'passed' }, 'failed')),
      attempt('Node.js 22', 0, makeRun({ one: 'passed', two: 'passed' })),
    ]);
    expect(totals.passed).toBe(1);
    expect(totals.failures).toEqual([{ name: 'a.test.ts › one', message: 'Error: one' }]);
  });

  it('counts each of the tests of a file that share a title', () => {
    const { testResults } = makeRun({ one: 'passed' });
    const assertionResults = [...testResults[0]!.assertionResults, ...testResults[0]!.assertionResults];
    expect(
      sumUp([attempt('rest', 0, { testResults: [{ ...testResults[0]!, assertionResults }] })]).passed,
    ).toBe(2);
  });

  it('counts a step that failed without a failed test as one failure', () => {
    const totals = sumUp([attempt('checks', 1), attempt('rest', 1, makeRun({ one: 'passed' }))]);
    expect(totals.passed).toBe(1);
    expect(totals.failures.map(({ name }) => name)).toEqual(['step checks', 'step rest']);
  });

  it('counts a file that could not be loaded as one failure', () => {
    const totals = sumUp([attempt('rest', 1, makeRun({}, 'failed', 'SyntaxError'))]);
    expect(totals.failures).toEqual([{ name: 'a.test.ts', message: 'SyntaxError' }]);
  });

  it('judges a repeated step by its last attempt, and counts its repeats', () => {
    const totals = sumUp([
      attempt('rest', 1, makeRun({ one: 'pending' })),
      attempt('rest', 0, makeRun({ one: 'passed' })),
    ]);
    expect(totals).toMatchObject({ passed: 1, failures: [], unfinished: [] });
    expect([...totals.repeats]).toEqual([['rest', 1]]);
  });

  it('names the tests that had not ended when a step failed', () => {
    const totals = sumUp([attempt('rest', 1, makeRun({ one: 'pending', two: 'passed' }))]);
    expect(totals.unfinished).toEqual(['a.test.ts › one']);
  });
});

describe('slowestFiles()', () => {
  it('returns the files that took longest, with their seconds', () => {
    const [file] = makeRun({}).testResults;
    const runs = [{ testResults: [file!, { ...file!, name: 'b.test.ts', endTime: 2500 }] }];
    expect(slowestFiles(runs, 1)).toEqual([{ name: 'b.test.ts', seconds: 2.5 }]);
  });
});
