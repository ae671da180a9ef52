import type { Context, SQSBatchResponse } from 'aws-lambda';
import { drainOutbox } from '../../functions/events/jobs.ts';
import { handler as publisher } from '../../functions/events/publisher.ts';
import { handler as sweep } from '../../functions/events/sweep.ts';
import { handler as webhooks } from '../../functions/events/webhooks.ts';

type Worker = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) => Promise<void>;

/** The functions that streams, rules and schedules invoke. */
export interface Handlers {
  /** Processes the due items of the outbox. @returns their number */
  drain: (mayGoOn: () => boolean) => Promise<number>;
  sweep: Worker;
  webhooks: Worker;
  publisher: (event: unknown) => Promise<SQSBatchResponse>;
  thumbnails: (event: unknown) => Promise<void>;
}

export const handlersFromSources: Handlers = {
  drain: drainOutbox,
  sweep,
  webhooks,
  publisher,
  thumbnails: async event => {
    // Loaded with the first image, because the decoder is large.
    const { handler } = await import('../../functions/events/thumbnails.ts');
    await handler(event);
  },
};
