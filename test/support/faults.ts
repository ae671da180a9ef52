import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll } from 'vitest';
import { files } from '../../shared/files/client.ts';
import { queues } from '../../shared/schedule/queue.ts';
import { scheduler } from '../../shared/schedule/schedule.ts';
import { database } from '../../shared/store/client.ts';

/** Runs before a call to AWS and gets the command's name; throwing simulates a failed service or a dead process. */
type Before = (command: string) => void | Promise<void>;

/** The hook for all calls now; calls that began inside `work` keep its hook, also after `work` has ended. */
let now: Before | undefined;
const begunUnder = new AsyncLocalStorage<Before>();
// A context that is in use makes every promise of the worker slower.
afterAll(() => {
  begunUnder.disable();
});

let installed = false;

/**
 * Runs `work` while every call to DynamoDB, S3, SQS and the scheduler runs `before` first. Background tasks that `work` leaves behind keep
 * the hook, because a dead process makes no later calls either.
 */
export async function withFaults<T>(before: Before, work: () => Promise<T>): Promise<T> {
  if (!installed) install();
  now = before;
  try {
    return await begunUnder.run(before, work);
  } finally {
    now = undefined;
  }
}

function install(): void {
  installed = true;
  const middleware =
    (next: (args: unknown) => Promise<unknown>, { commandName = '' }: { commandName?: string }) =>
    async (args: unknown) => {
      await (begunUnder.getStore() ?? now)?.(commandName);
      return await next(args);
    };
  for (const client of [database(), scheduler(), queues(), files()]) {
    // Each client has its own command types, which this middleware does not use.
    const { middlewareStack } = client as unknown as {
      middlewareStack: { add: (middleware: unknown, options: object) => void };
    };
    middlewareStack.add(middleware, { step: 'initialize', name: 'faults' });
  }
}

/** Simulates a process that dies after `calls` calls: every later call fails. */
export function dyingAfter(calls: number): Before {
  let left = calls;
  return () => {
    if (left-- <= 0) throw new Error('the process is dead');
  };
}
