import type { MetadataBearer, MiddlewareStack } from '@smithy/types';
import { elapsedMs } from '../core/clock.ts';
import { logInfo } from './log.ts';

/** Calls of all services mostly take some ten milliseconds. */
const SLOW_MS = 1_000;

/** Logs the slow calls of an AWS client with the ids by which AWS Support finds them. Errors have theirs (log.ts). @returns the client */
export function logSlowCalls<
  Input extends object,
  Output extends MetadataBearer,
  Client extends { middlewareStack: Pick<MiddlewareStack<Input, Output>, 'add'> },
>(client: Client): Client {
  client.middlewareStack.add(
    (next, { clientName, commandName }) =>
      async args => {
        const began = elapsedMs();
        const result = await next(args);
        const ms = Math.round(elapsedMs() - began);
        const { requestId: awsRequestId, attempts } = result.output.$metadata;
        if (ms >= SLOW_MS) logInfo('slow AWS call', { clientName, commandName, ms, attempts, awsRequestId });
        return result;
      },
    { step: 'initialize', priority: 'low', name: 'logSlowCalls' },
  );
  return client;
}
