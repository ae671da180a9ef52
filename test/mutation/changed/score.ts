/** The percentage of mutants that tests must notice. */
export const LEAST_SCORE = 50;
/** How rarely a sample may be refused by chance, when tests notice LEAST_SCORE of all mutants. */
const MAX_CHANCE = 0.01;

/**
 * Whether a sample leaves it possible that tests notice LEAST_SCORE of all mutants: the one-sided binomial test. A sample of fewer than
 * seven is never refused; one of 40 is refused with at most twelve noticed.
 */
export function isEnough(noticed: number, tried: number): boolean {
  return computeChanceOfAtMost(noticed, tried) >= MAX_CHANCE;
}

/** The chance that at most so many of a sample are noticed, when each one is with the chance of LEAST_SCORE. */
function computeChanceOfAtMost(noticed: number, tried: number): number {
  const odds = LEAST_SCORE / (100 - LEAST_SCORE);
  let chance = (1 - LEAST_SCORE / 100) ** tried;
  let sum = chance;
  for (let count = 1; count <= noticed; count++) {
    chance *= ((tried - count + 1) / count) * odds;
    sum += chance;
  }
  return sum;
}
