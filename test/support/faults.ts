import { AsyncLocalStorage } from 'node:async_hooks';
import { files } from '../../shared/files/client.ts';
import { scheduler } from '../../shared/schedule/client.ts';
import { database } from '../../shared/store/client.ts';

/** What happens to a call to AWS, by its command's name; throwing stands for a service that fails, or a process that is no more. */
type Before = (command: string) => void | Promise<void>;

/** What happens to everybody's calls now, and to the calls of whatever was begun in `work`, also when that is over. */
let now: Before | undefined;
const begunUnder = new AsyncLocalStorage<Before>();

let installed = false;

/**
 * Runs `work` while every call to DynamoDB, S3 and the scheduler goes past `before`. What `work` leaves behind, lanes that nobody
 * waits for any more, goes on past it: a process that is dead does nothing later either.
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
  for (const client of [database(), scheduler(), files()]) {
    // Each client has its own command types; this looks at none of them.
    const { middlewareStack } = client as unknown as {
      middlewareStack: { add: (middleware: unknown, options: object) => void };
    };
    middlewareStack.add(middleware, { step: 'initialize', name: 'faults' });
  }
}

/** A process that lives for so many calls: every later one fails, as if nothing were left to make it. */
export function dyingAfter(calls: number): Before {
  let left = calls;
  return () => {
    if (left-- <= 0) throw new Error('the process is dead');
  };
}
