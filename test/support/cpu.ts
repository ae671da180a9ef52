const TRIES = 8;

/** The processor time of a piece of work, in milliseconds: other processes on the machine don't count. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least processor time that work takes, tried again only while it is over what is allowed: garbage and compilation pass. */
function leastCpuMs(work: () => unknown, allowedMs: number, tries = TRIES): number {
  let least = Infinity;
  for (let attempt = 0; attempt < tries && least > allowedMs; attempt++) least = Math.min(least, cpuMs(work));
  return least;
}

/** Below this a measurement is nothing but noise. */
const NOISE_MS = 30;

interface Growth {
  /** The inputs, of a quarter of the size and of the whole. */
  small: () => unknown;
  large: () => unknown;
}

/**
 * What is wrong with work that must take at most so much processor time, and time at most linear in its input's size: four times the
 * input may take eight times the time, which the square would be over.
 */
export function slowness({ small, large }: Growth, mostMs: number): string | undefined {
  if (leastCpuMs(large, NOISE_MS, 1) <= NOISE_MS) return undefined;
  const quarter = leastCpuMs(small, 0, 3);
  const allowed = Math.min(mostMs, Math.max(NOISE_MS, 8 * quarter));
  const whole = leastCpuMs(large, allowed);
  return whole > allowed ? `takes ${whole} ms, and ${quarter} ms for a quarter of it` : undefined;
}
