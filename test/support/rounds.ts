/** True in the full run (`npm run test:all`), false in the short suite. */
export const RUNS_ALL = process.env.RUNS_ALL === 'yes';

/** The number of repetitions or records of a test: `short` in the short suite, `long` in the full run. */
export function rounds(short: number, long: number): number {
  return RUNS_ALL ? long : short;
}
