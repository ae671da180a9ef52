import * as v from 'valibot';

/** An integer setting with inclusive bounds. */
export function integer(least: number, most: number) {
  const message = `must be an integer from ${least} to ${most}`;
  return v.pipe(v.number(), v.safeInteger(message), v.minValue(least, message), v.maxValue(most, message));
}
