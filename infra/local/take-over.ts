import { abandonEarlierLeases } from '../../shared/platform/store/lease-time.ts';
import { endLeases } from '../../shared/platform/store/outbox/end-leases.ts';
import { PARTNER } from '../../shared/posts/webhooks/partner.ts';
import { endClaims } from '../../shared/posts/webhooks/queue.ts';
import { readWebhooks } from '../../shared/posts/webhooks/read.ts';

/**
 * Takes over the work of the process that used this data folder before. LevelDB's lock admits one process, so every lease in the table
 * belongs to a dead one. Posts that are being indexed, claims of Idempotency-Keys, waiting writers and conversions are judged by the times of their
 * leases when they are met next. Jobs of the outbox and claimed deliveries are found by their due times, which therefore change.
 */
export async function takeOver(): Promise<void> {
  abandonEarlierLeases();
  const webhooks = (await readWebhooks()).map(({ value }) => value.id);
  await Promise.all([endLeases(), ...[PARTNER, ...webhooks].map(endClaims)]);
}
