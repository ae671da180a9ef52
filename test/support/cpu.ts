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

/** Below this a ratio says nothing: collected garbage and other threads of the process weigh as much. The square is far over it. */
const NOISE_MS = 200;

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
  const harmless = Math.min(NOISE_MS, mostMs);
  if (leastCpuMs(large, harmless, 2) <= harmless) return undefined;
  const quarter = leastCpuMs(small, 0, 3);
  const allowed = Math.min(mostMs, Math.max(NOISE_MS, 8 * quarter));
  const whole = leastCpuMs(large, allowed);
  return whole > allowed ? `takes ${whole} ms, and ${quarter} ms for a quarter of it` : undefined;
}
