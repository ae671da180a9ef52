import { afterEach, beforeEach } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { serveUnknown } from '../../../functions/runtime/not-found.ts';
import { serve } from '../../../functions/runtime/serve.ts';
import type { Functions } from '../../../infra/local/invocation.ts';
import { restoreClock, stopClock } from '../../support/clock.ts';
import { as, recordCalls, type AwsCall } from './calls.ts';

// In the files that count calls the clock stands still: nothing that is known grows too old between two of them.
beforeEach(() => stopClock());
afterEach(restoreClock);

/** The functions as they are, each making its calls to AWS under its name. */
export const named: Functions = async name => {
  const route = routeList.find(row => row.name === name);
  if (!route) return serveUnknown(routeList);
  const handler = serve(route, (await route.load()).default);
  return (event, context) => as(name, () => handler(event, context));
};

let recorder: ReturnType<typeof recordCalls> | undefined;

/** The calls that named functions make while something runs; not those of the workers beside them. */
export async function callsOf(run: () => Promise<unknown>): Promise<AwsCall[]> {
  recorder ??= recordCalls();
  recorder.take();
  await run();
  return recorder.take().filter(({ by }) => by !== undefined);
}

/** How many calls one after the other. */
export function tripsIn(calls: readonly AwsCall[]): number {
  return new Set(calls.map(({ trip }) => trip)).size;
}

export function commandsIn(calls: readonly AwsCall[]): string[] {
  return calls.map(({ name }) => name.replace(/Command$/, ''));
}
