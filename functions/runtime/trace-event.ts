import type { Context } from 'aws-lambda';
import { traced } from '../../shared/platform/log/trace.ts';

/** Gives the log lines of a function that events invoke the id of the invocation. */
export function traceEvent<Event, Result>(
  handler: (event: Event, context: Context) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  return (event, context) => traced({ requestId: context.awsRequestId }, () => handler(event, context));
}
