import { afterAll, beforeAll, beforeEach } from 'vitest';
import { useEngines } from './engines.ts';
import { Hostility, type Rates } from './hostility.ts';

/**
 * What the engines of this file do, drawn from `HOSTILE_SEED`, or from the same number in each run; `random` draws another. A failure prints it.
 * The engines must be started after this, because the SDK's own retries need the SDK's requests.
 */
export function drawHostility(rates?: Partial<Rates>): Hostility {
  process.env.ENGINES_OVER_HTTP = 'yes';
  const { HOSTILE_SEED: given = '1' } = process.env;
  const seed = given === 'random' ? Date.now() % 2 ** 31 : Number(given);
  beforeEach(({ onTestFailed }) => {
    onTestFailed(() => console.error(`HOSTILE_SEED=${seed} repeats what the engines did.`));
  });
  return new Hostility(seed, rates);
}

/** Like `useEngines`, on engines that answer as AWS may at any time. */
export function useHostileEngines(rates?: Partial<Rates>): Hostility {
  const hostility = drawHostility(rates);
  useEngines({ viewStale: hostility.viewStale });
  let end: () => void;
  beforeAll(() => {
    end = hostility.disturbCalls();
  });
  afterAll(() => end());
  return hostility;
}
