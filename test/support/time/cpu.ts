const TRIES = 8;

/** The processor time of `work` in milliseconds, which other processes of the machine do not affect. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least processor time of several runs, which stop at the first within the allowance: collection and compilation vary. */
function leastCpuMs(work: () => unknown, allowedMs: number, tries = TRIES): number {
  let least = Infinity;
  for (let attempt = 0; attempt < tries && least > allowedMs; attempt++) least = Math.min(least, cpuMs(work));
  return least;
}

/** Below this, garbage collection and other threads dominate a ratio. Quadratic time is far above it. */
const NOISE_MS = 200;

interface Growth {
  /** The work on an input of a quarter of the size, and on the whole input. */
  small: () => unknown;
  large: () => unknown;
}

/**
 * Describes the fault of work that takes more than `mostMs` of processor time, or more than linear time: four times the input may
 * take eight times the time, and quadratic work takes sixteen times. @returns undefined if there is no fault
 */
export function slowness({ small, large }: Growth, mostMs: number): string | undefined {
  const harmless = Math.min(NOISE_MS, mostMs);
  if (leastCpuMs(large, harmless, 2) <= harmless) return undefined;
  const quarter = leastCpuMs(small, 0, 3);
  const allowed = Math.min(mostMs, Math.max(NOISE_MS, 8 * quarter));
  const whole = leastCpuMs(large, allowed);
  return whole > allowed ? `takes ${whole} ms, and ${quarter} ms for a quarter of it` : undefined;
}
