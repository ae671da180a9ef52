export interface AdmissionClock {
  /** Milliseconds from any point in time. */
  now: () => number;
  /** @returns a function that stops the timer */
  startTimer: (ms: number, callback: () => void) => () => void;
}

export const SYSTEM_CLOCK: AdmissionClock = {
  now: () => performance.now(),
  startTimer: (ms, callback) => {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};
