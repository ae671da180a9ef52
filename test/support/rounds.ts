/** True where everything runs (`npm run test:all`), false in the short suite. */
export const RUNS_ALL = process.env.RUNS_ALL === 'yes';

/** How often a test repeats what it does, or how much of it there is: in the short suite, and where everything runs. */
export function rounds(short: number, long: number): number {
  return RUNS_ALL ? long : short;
}
