import { scheduler } from '../../../shared/platform/schedule/schedule.ts';
import { queues } from '../../../shared/platform/schedule/queue.ts';
import { DEPTH } from '../../../shared/platform/store/layers.ts';
import { aroundCalls } from '../aws/around-calls.ts';

/** Turns of the event loop without a pending call, after which only timers are left. */
const QUIET_TURNS = 3;

let pending = 0;
let installed = false;

/** Counts the pending calls to DynamoDB, SQS and the scheduler from now on, without the time that an injected fault takes before. */
export function watchCalls(): void {
  if (installed) return;
  installed = true;
  aroundCalls(
    async (_call, next) => {
      pending++;
      try {
        return await next();
      } finally {
        pending--;
      }
    },
    { depth: DEPTH.inner, clients: [scheduler(), queues()] },
  );
}

/** Resolves when all work has ended that does not wait for the clock, however slow the machine is. */
export async function becomeQuiet(): Promise<void> {
  for (let turns = 0; turns < QUIET_TURNS; turns = pending > 0 ? 0 : turns + 1)
    await new Promise(resolve => setTimeout(resolve, 1));
}
