import { describe, expect, it } from 'vitest';
import { bundleService } from './bundle.ts';
import { simulateHistory, type HistoryResult } from './history.ts';
import { SIMULATED_FAULTS } from './planted.ts';

const MINUTE_MS = 60_000;
/** Each planted fault is found within so many histories from the first seed on. */
const MAX_HISTORIES = 40;

/** Begins at another seed each day; `SIMULATION_SEED=<the printed number>` repeats a failed run. */
const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Date.now() / 1000));

function tell({ seed: failed, plan, failure, log }: HistoryResult): string | undefined {
  if (failure === undefined) return undefined;
  return `npm run simulate -- --seed ${failed} --histories 1\n${plan}\n${failure}\n${log.join('\n')}`;
}

describe('simulated histories', () => {
  it('are right for a minute', async () => {
    console.log(`SIMULATION_SEED=${seed}`);
    const load = await bundleService();
    const endMs = performance.now() + MINUTE_MS;
    for (let next = seed; performance.now() < endMs; next++)
      expect(tell(await simulateHistory(load, next))).toBeUndefined();
  });

  it.each(SIMULATED_FAULTS.map(fault => [fault.name, fault] as const))(
    'find the planted fault %s',
    async (_name, fault) => {
      const load = await bundleService([fault]);
      let found = false;
      for (let next = 1; next <= MAX_HISTORIES && !found; next++)
        found = (await simulateHistory(load, next)).failure !== undefined;
      expect(found).toBe(true);
    },
  );
});
