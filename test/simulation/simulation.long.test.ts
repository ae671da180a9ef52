import { describe, expect, it } from 'vitest';
import { bundleService } from './bundle.ts';
import { simulateHistory } from './history.ts';
import { SIMULATED_FAULTS } from './planted.ts';

/** Each planted fault is found within so many histories. */
const MAX_HISTORIES = 40;

describe('simulated histories', () => {
  it.each(SIMULATED_FAULTS.map(fault => [fault.name, fault] as const))(
    'fail when the planted fault %s is in the code',
    async (_name, { from = 1, ...fault }) => {
      const load = await bundleService([fault]);
      let found = false;
      for (let next = from; next < from + MAX_HISTORIES && !found; next++)
        found = (await simulateHistory(load, next)).failure !== undefined;
      expect(found).toBe(true);
    },
  );
});
