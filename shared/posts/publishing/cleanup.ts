import { HOUR_S } from '../../platform/core/durations.ts';
import * as v from 'valibot';
import { nowMs } from '../../platform/core/clock.ts';
import { readObjectKey } from '../record/content.ts';
import { StagedChanges } from '../staged/record.ts';
import { contentKey } from '../record/record.ts';
import { revisionContentKey } from '../revisions/record.ts';
import { CLEANUP, outboxItem, toItem, type OutboxItem } from '../../platform/store/outbox/outbox-item.ts';
import { getItem, queryItems } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';

/**
 * Deletes content objects in S3 that neither their post nor its revisions nor its staged change name: those of revisions that were
 * thinned out, and those of writes that failed or died. It keeps recent objects, since a writer stores its object before it commits; no
 * request takes as long as the minimum age.
 */
const DELAY_S = HOUR_S;
const MIN_AGE_S = DELAY_S / 2;

const Cleanup = v.object({ id: v.number() });

export function createCleanupJob(id: number): OutboxItem {
  return outboxItem(CLEANUP, { id }, DELAY_S);
}

/** Enqueued before the object is stored, so that it is deleted also when the write that names it fails. */
export async function enqueueCleanup(id: number): Promise<void> {
  await new Transaction().put(toItem(createCleanupJob(id))).commit();
}

/** Runs the clean-up job. */
export async function cleanUp(job: unknown, now = nowMs()): Promise<undefined> {
  const { id } = v.parse(Cleanup, job);
  const { deleteObjects } = await import('../../platform/files/objects.ts');
  const staged = await getItem(StagedChanges.key(id), { consistent: true });
  // A write moves an object from the post to its revisions, so these are read last.
  const content = await getItem(contentKey(id), { consistent: true });
  const replaced = await queryItems({ pk: revisionContentKey.partition(id), consistent: true });
  const named = new Set([staged, content, ...replaced].map(readObjectKey));
  await deleteObjects(
    { bucket: 'content', key: `content/${id}/` },
    { before: new Date(now - MIN_AGE_S * 1000), keeps: key => named.has(key) },
  );
}
