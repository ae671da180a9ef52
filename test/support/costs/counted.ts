import { afterEach, beforeEach } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { serveUnknown } from '../../../functions/runtime/not-found.ts';
import { serve } from '../../../functions/runtime/serve.ts';
import type { Functions } from '../../../infra/aws-local/http-api/invocation.ts';
import { restoreClock, stopClock } from '../time/clock.ts';
import { as, recordCalls, type AwsCall } from '../api/calls.ts';

// Files that count calls stop the clock, so that no cache expires between two calls.
beforeEach(() => stopClock());
afterEach(restoreClock);

/** The source functions; the AWS calls of each are attributed to its name. */
export const named: Functions = async name => {
  const route = routeList.find(row => row.name === name);
  if (!route) return serveUnknown(routeList);
  const handler = serve(route, (await route.load()).default);
  return (event, context) => as(name, () => handler(event, context));
};

let recorder: ReturnType<typeof recordCalls> | undefined;

/** The calls that named functions make during `run`, without those of concurrent workers. */
export async function countCalls(run: () => Promise<unknown>): Promise<AwsCall[]> {
  recorder ??= recordCalls();
  recorder.take();
  await run();
  return recorder.take().filter(({ by }) => by !== undefined);
}

/** The number of sequential trips. */
export function tripsIn(calls: readonly AwsCall[]): number {
  return new Set(calls.map(({ trip }) => trip)).size;
}

export function commandsIn(calls: readonly AwsCall[]): string[] {
  return calls.map(({ name }) => name.replace(/Command$/, ''));
}
