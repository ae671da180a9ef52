import type { Context } from 'aws-lambda';
import { Deliveries } from '../../shared/webhooks/work.ts';

/** An attempt, and what is read and noted for it. */
const LAST_TURN_MS = 25_000;

/**
 * Woken by the table's stream, filtered to webhook events, and each minute. What the event holds doesn't matter: the table is the
 * truth. It has a function of its own so that receivers keep nothing else waiting.
 */
export async function handler(
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  await new Deliveries(() => context.getRemainingTimeInMillis() > LAST_TURN_MS).run();
}
