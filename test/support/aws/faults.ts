import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { isInvokedByEvent } from '../../../infra/aws-local/lambda/background.ts';
import { aroundCalls } from './around-calls.ts';

/** Runs before a call to AWS and gets the command's name; throwing simulates a failed service or a dead process. */
type Before = (command: string) => void | Promise<void>;

/** The hook for requests, which have no asynchronous context of `work` because they come over HTTP. */
let now: Before | undefined;
/** The hook for calls that began inside `work`; they keep it after `work` has ended. */
const begunUnder = new AsyncLocalStorage<Before>();
// An AsyncLocalStorage in use makes every promise of the worker slower.
afterAll(() => {
  begunUnder.disable();
});

let installed = false;

/** Calls that have passed their hook and have no answer yet. */
let pending = 0;

/**
 * Runs `work` while every call to DynamoDB, S3, SQS and the scheduler runs `before` first: the calls of `work` itself and those of the
 * requests that it sends. The local stack's workers and publisher make theirs without the hook, because in AWS they run in other
 * processes: their number depends on the machine's speed. Background tasks that `work` leaves behind keep the hook, because a dead process
 * makes no later calls either. Calls that `before` let pass are complete when this returns.
 */
export async function withFaults<T>(before: Before, work: () => Promise<T>): Promise<T> {
  if (!installed) install();
  now = before;
  try {
    return await begunUnder.run(before, work);
  } finally {
    // A request may end while calls that it made at the same time are pending, and others may follow those.
    do await nextRound();
    while (pending > 0);
    now = undefined;
  }
}

function install(): void {
  installed = true;
  aroundCalls(async ({ operation }, next) => {
    const before = isInvokedByEvent() ? undefined : (begunUnder.getStore() ?? now);
    if (!before) return await next();
    await before(`${operation}Command`);
    pending++;
    try {
      return await next();
    } finally {
      pending--;
    }
  });
}

/** Simulates another process that does its work just before this one's first such command. */
export function beforeFirst(command: string, others: () => unknown): Before {
  let isDone = false;
  return async name => {
    if (isDone || name !== command) return;
    isDone = true;
    await others();
  };
}

/** Simulates a process that dies after `calls` calls: every later call fails. */
export function dyingAfter(calls: number): Before {
  let left = calls;
  return () => {
    if (left-- <= 0) throw new Error('the process is dead');
  };
}
