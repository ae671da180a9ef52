/** True in `npm run test:all` alone. */
export const RUNS_IN_FULL = process.env.RUNS === 'all';

/** True in the runs of what the short suite leaves out (`npm run test:rest`, `npm run test:all`). */
export const RUNS_ALL = ['rest', 'all'].includes(process.env.RUNS ?? '');

/**
 * The number of repetitions or records of a test: `short` in the short suite, `long` in the full run (`npm run test:all`). CI, which has half
 * an hour, runs the rest with about the geometric mean of both; a multiple of `short`, because tests divide what they make.
 */
export function rounds(short: number, long: number): number {
  if (RUNS_IN_FULL) return long;
  if (process.env.RUNS !== 'rest') return short;
  if (long <= short) return Math.round(Math.sqrt(short * long));
  return Math.min(long, short * Math.ceil(Math.sqrt(long / Math.max(1, short))));
}
