import { AsyncLocalStorage } from 'node:async_hooks';
import { scheduler } from '../../../shared/schedule/client.ts';
import { files } from '../../../shared/files/client.ts';
import { database } from '../../../shared/store/client.ts';

export interface AwsCall {
  name: string;
  /** Who made it, if it was made within `as`. */
  by: string | undefined;
  /** Which calls were under way when this one began: 0 begins a new sequential trip. */
  trip: number;
  input: unknown;
}

const caller = new AsyncLocalStorage<string>();

/** Runs something so that the calls it makes are known as `name`'s. */
export const as = <T>(name: string, run: () => T): T => caller.run(name, run);

/** Records the calls to AWS that the functions of this process make. */
export function recordCalls(): { take: () => AwsCall[] } {
  let calls: AwsCall[] = [];
  let underWay = 0;
  let trip = 0;
  for (const client of [database(), files(), scheduler()]) {
    // Each client has its own command types; the recorder looks at none of them.
    const { middlewareStack } = client as {
      middlewareStack: { add: (middleware: unknown, options: object) => void };
    };
    middlewareStack.add(
      (next: (args: { input: unknown }) => Promise<unknown>, context: { commandName?: string }) =>
        async (args: { input: unknown }) => {
          if (underWay === 0) trip++;
          underWay++;
          calls.push({ name: context.commandName ?? '', by: caller.getStore(), trip, input: args.input });
          try {
            return await next(args);
          } finally {
            underWay--;
          }
        },
      { step: 'initialize', name: 'recordCalls' },
    );
  }
  return {
    take: () => {
      const taken = calls;
      calls = [];
      trip = 0;
      return taken;
    },
  };
}
