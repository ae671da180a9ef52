/** The least percentage of mutants that tests must notice. */
export const LEAST_SCORE = 40;
/** With fewer mutants, chance would decide. */
const LEAST_MUTANTS = 10;

/** Whether tests noticed enough of the mutants that were tried, or too few were tried to judge. */
export function isEnough(noticed: number, tried: number): boolean {
  return tried < LEAST_MUTANTS || (100 * noticed) / tried >= LEAST_SCORE;
}
