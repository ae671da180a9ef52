const EACH = 1000;

/** Counts records that were worked on, and says so each time there are a thousand more. */
export function counting(kind: string, report: (line: string) => void): (more: number) => void {
  let count = 0;
  return more => {
    const before = Math.floor(count / EACH);
    count += more;
    if (Math.floor(count / EACH) > before) report(`  ${count} ${kind} so far.`);
  };
}
