import { files } from '../../shared/files/client.ts';
import { scheduler } from '../../shared/schedule/client.ts';
import { database } from '../../shared/store/client.ts';

/** What happens to a call to AWS, by its command's name; throwing stands for a service that fails, or a process that is no more. */
type Before = (command: string) => void | Promise<void>;

interface Middleware {
  add: (middleware: unknown, options: object) => void;
  remove: (name: string) => void;
}
const NAME = 'faults';

/** Runs `work` while every call to DynamoDB, S3 and the scheduler goes past `before`. */
export async function withFaults<T>(before: Before, work: () => Promise<T>): Promise<T> {
  // Each client has its own command types; this looks at none of them.
  const stacks = [database(), scheduler(), files()].map(
    client => (client as unknown as { middlewareStack: Middleware }).middlewareStack,
  );
  const middleware =
    (next: (args: unknown) => Promise<unknown>, { commandName = '' }: { commandName?: string }) =>
    async (args: unknown) => {
      await before(commandName);
      return await next(args);
    };
  stacks.forEach(stack => stack.add(middleware, { step: 'initialize', name: NAME }));
  try {
    return await work();
  } finally {
    stacks.forEach(stack => stack.remove(NAME));
  }
}

/** A process that lives for so many calls: every later one fails, as if nothing were left to make it. */
export function dyingAfter(calls: number): Before {
  let left = calls;
  return () => {
    if (left-- <= 0) throw new Error('the process is dead');
  };
}
