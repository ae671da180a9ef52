import { afterEach, beforeEach, expect } from 'vitest';
import { findDisagreements } from '../table/checked-table.ts';
import { restoreClock, stopClockAtLatest } from '../time/clock.ts';
import { useEngines } from '../aws/engines.ts';

/**
 * Starts the engines without workers. After each test the lists must agree with the posts.
 * @returns the bodies of the messages that the queue of due posts has delivered
 */
export function usePublisher(): string[] {
  const delivered: string[] = [];
  useEngines({
    consume: ({ Records }) => {
      delivered.push(...Records.map(({ body }) => body));
      return Promise.resolve({ batchItemFailures: [] });
    },
  });
  beforeEach(() => {
    process.env.LOG_LEVEL = 'silent';
  });
  afterEach(async () => {
    // An item expires at most so long after the time at which it was stored.
    stopClockAtLatest();
    expect(await findDisagreements()).toEqual([]);
    restoreClock();
  });
  return delivered;
}
