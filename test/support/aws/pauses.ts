import { beforeEach, vi } from 'vitest';
import { recordSleeps, restoreClock } from '../time/clock.ts';

/** Ends the pauses between attempts at once, and makes their random part a half. @returns the pauses of the current test, in milliseconds */
export function usePauses(): () => readonly number[] {
  let pauses: readonly number[] = [];
  beforeEach(() => {
    pauses = recordSleeps();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    return () => {
      restoreClock();
      vi.restoreAllMocks();
    };
  });
  return () => pauses;
}
