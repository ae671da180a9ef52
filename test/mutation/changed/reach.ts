/** For each source file the test files that run it, with the number of its functions that they call. */
export type Reach = Record<string, Record<string, number>>;

/** What V8 counted in one script while one test file ran. The first function is the module itself. */
export interface ScriptCoverage {
  url: string;
  functions: readonly { ranges: readonly { count: number }[] }[];
}

/** Adds what one test file ran. Each load of a module is a script of its own. */
export function addReach(reach: Reach, testFile: string, scripts: readonly ScriptCoverage[]): void {
  for (const { url, functions } of scripts) {
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
    if (called === 0) continue;
    const tests = (reach[url] ??= {});
    tests[testFile] = Math.max(tests[testFile] ?? 0, called);
  }
}

/**
 * The tests that are most about a source file: they call many of its functions, and few others. So a unit test comes before an api test, which
 * runs most of the service.
 */
export function nearestTests(reach: Reach, source: string, count: number): string[] {
  const totals = new Map<string, number>();
  for (const tests of Object.values(reach))
    for (const [test, called] of Object.entries(tests)) totals.set(test, (totals.get(test) ?? 0) + called);
  return Object.entries(reach[source] ?? {})
    .map(([test, called]) => ({ test, weight: called ** 2 / totals.get(test)! }))
    .sort((a, b) => b.weight - a.weight || (a.test < b.test ? -1 : 1))
    .slice(0, count)
    .map(({ test }) => test);
}
