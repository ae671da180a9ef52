import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll } from 'vitest';
import { queues } from '../../../shared/platform/schedule/queue.ts';
import { scheduler } from '../../../shared/platform/schedule/schedule.ts';
import { files } from '../../../shared/platform/files/client.ts';
import { secretsManager } from '../../../shared/platform/site/managed-secret.ts';
import { aroundCalls } from '../aws/around-calls.ts';

export interface AwsCall {
  name: string;
  /** The caller's name, if the call was made within `as`. */
  by: string | undefined;
  /** Number of the caller's sequential trip. A call that begins while others are pending belongs to their trip. */
  trip: number;
  input: unknown;
}

const caller = new AsyncLocalStorage<string>();
// An AsyncLocalStorage in use makes every promise of the worker slower.
afterAll(() => {
  caller.disable();
});

/** The caller of what a test does itself. */
export const TEST_CALLER = 'the test';

/** Attributes the calls that `run` makes to the caller `name`. */
export function as<T>(name: string, run: () => T): T {
  return caller.run(name, run);
}

/** Records the calls to AWS that the functions of this process make. */
export function recordCalls(): { take: () => AwsCall[] } {
  let calls: AwsCall[] = [];
  // Trips are counted for each caller, so that a worker in this process does not change those of a request.
  const counters = new Map<string | undefined, { pending: number; trip: number }>();
  aroundCalls(
    async ({ operation, input }, next) => {
      const by = caller.getStore();
      const counter = counters.get(by) ?? { pending: 0, trip: 0 };
      counters.set(by, counter);
      if (counter.pending++ === 0) counter.trip++;
      calls.push({ name: `${operation}Command`, by, trip: counter.trip, input });
      try {
        return await next();
      } finally {
        counter.pending--;
      }
    },
    { clients: [files(), scheduler(), queues(), secretsManager()] },
  );
  return {
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}
