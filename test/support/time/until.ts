import { vi } from 'vitest';
import { HANGS_AFTER_MS } from '../run/patience.ts';

/** Waits until the assertions of `check` hold, however slow the machine is. @throws the last failure of an assertion that never holds */
export function until(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: HANGS_AFTER_MS, interval: 10 });
}
