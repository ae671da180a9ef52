import type { Context } from 'aws-lambda';
import { DeliveryWorker } from '../../shared/posts/webhooks/worker.ts';

/** The time that one attempt needs, with its reads and writes. */
const ATTEMPT_MS = 25_000;

/**
 * Invoked each minute and by the table's stream, which is filtered to webhook events. The event's content is ignored: the handler
 * reads the table. It is a function of its own so that slow receivers delay nothing else.
 */
export async function handler(
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  await new DeliveryWorker(() => context.getRemainingTimeInMillis() > ATTEMPT_MS).run();
}
