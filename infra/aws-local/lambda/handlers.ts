import type { Context, SQSBatchResponse } from 'aws-lambda';
import { Backlog } from '../../../functions/events/backlog.ts';
import { whileEnteringChanges } from '../../../functions/events/changes.ts';
import { drainOutbox } from '../../../functions/events/jobs.ts';
import { handler as publisher } from '../../../functions/events/publisher.ts';
import { handler as sweep } from '../../../functions/events/sweep.ts';
import { handler as webhooks } from '../../../functions/events/webhooks.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { dueItems } from '../../../shared/platform/store/outbox/outbox.ts';
import {
  BACKLOG_PARTITIONS,
  dueAt,
  OUTBOX_PARTITION,
} from '../../../shared/platform/store/outbox/outbox-item.ts';

type Worker = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) => Promise<void>;

/** The functions that streams, rules and schedules invoke. */
export interface Handlers {
  /** Enters changes into the feed, and processes the due items of the outbox, and some of the search index's backlog. @returns their number */
  drain: (mayGoOn: () => boolean) => Promise<number>;
  /** How long the oldest due item of the outbox has been waiting, in seconds. The backlog does not count: it may wait. */
  readLag: () => Promise<number>;
  sweep: Worker;
  webhooks: Worker;
  publisher: (event: unknown) => Promise<SQSBatchResponse>;
  thumbnails: (event: unknown) => Promise<SQSBatchResponse>;
}

/** This machine has one worker, so new jobs are in the first partition; the sweep looks at the others. */
const backlog = new Backlog(BACKLOG_PARTITIONS.slice(0, 1));

/** While other jobs are due, it does not look for a backlog that it doesn't know of: that read would cost time with each of them. */
function drain(mayGoOn: () => boolean): Promise<number> {
  return whileEnteringChanges(async () => {
    const count = await drainOutbox(mayGoOn);
    return count > 0 && !backlog.hasMore ? count : count + (await backlog.takeTurn(mayGoOn));
  });
}

export async function readLag(): Promise<number> {
  const [oldest] = await dueItems(OUTBOX_PARTITION, 1);
  return oldest ? nowTs() - dueAt(oldest) : 0;
}

export const handlersFromSources: Handlers = {
  drain,
  readLag,
  sweep,
  webhooks,
  publisher,
  thumbnails: async event => {
    // Loaded with the first image, because the decoder is large.
    const { handler } = await import('../../../functions/events/thumbnails.ts');
    return await handler(event);
  },
};
