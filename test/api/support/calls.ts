import { AsyncLocalStorage } from 'node:async_hooks';
import { scheduler } from '../../../shared/schedule/client.ts';
import { files } from '../../../shared/files/client.ts';
import { secretsManager } from '../../../shared/webhooks/secrets.ts';
import { database } from '../../../shared/store/client.ts';

export interface AwsCall {
  name: string;
  /** Who made it, if it was made within `as`. */
  by: string | undefined;
  /** Of which sequential trip of its maker it is: one that begins while others are under way belongs to theirs. */
  trip: number;
  input: unknown;
}

const caller = new AsyncLocalStorage<string>();

/** Runs something so that the calls it makes are known as `name`'s. */
export function as<T>(name: string, run: () => T): T {
  return caller.run(name, run);
}

/** Records the calls to AWS that the functions of this process make. */
export function recordCalls(): { take: () => AwsCall[] } {
  let calls: AwsCall[] = [];
  // What else runs in this process, as the worker does, makes no trip of a request's longer or shorter.
  const lanes = new Map<string | undefined, { underWay: number; trip: number }>();
  for (const client of [database(), files(), scheduler(), secretsManager()]) {
    // Each client has its own command types; the recorder looks at none of them.
    const { middlewareStack } = client as {
      middlewareStack: { add: (middleware: unknown, options: object) => void };
    };
    middlewareStack.add(
      (next: (args: { input: unknown }) => Promise<unknown>, context: { commandName?: string }) =>
        async (args: { input: unknown }) => {
          const by = caller.getStore();
          const lane = lanes.get(by) ?? { underWay: 0, trip: 0 };
          lanes.set(by, lane);
          if (lane.underWay++ === 0) lane.trip++;
          calls.push({ name: context.commandName ?? '', by, trip: lane.trip, input: args.input });
          try {
            return await next(args);
          } finally {
            lane.underWay--;
          }
        },
      { step: 'initialize', name: 'recordCalls' },
    );
  }
  return {
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}
