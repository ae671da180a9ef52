const EACH = 1000;

/** Counts processed records, and reports each thousand. */
export function progressReporter(kind: string, report: (line: string) => void): (more: number) => void {
  let count = 0;
  return more => {
    const before = Math.floor(count / EACH);
    count += more;
    if (Math.floor(count / EACH) > before) report(`  ${count} ${kind} so far.`);
  };
}
