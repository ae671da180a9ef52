import * as v from 'valibot';
import { nowMs } from '../core/clock.ts';
import { objectOf } from '../posts/content.ts';
import { contentKey } from '../posts/record.ts';
import { CLEANUP } from '../store/job-kinds.ts';
import { outboxItem, stored, type OutboxItem } from '../store/outbox.ts';
import { getItem } from '../store/table.ts';
import { Transaction } from '../store/transaction.ts';

/**
 * Removes content objects that their post doesn't name: replaced ones, and those of writes that were refused or died. Only old
 * ones: a writer that has stored an object and not yet committed must find it there; its request is over long before.
 */
const HOUR_S = 3600;
const OLD_S = HOUR_S / 2;

const Cleanup = v.object({ id: v.number() });

export function cleanupOf(id: number): OutboxItem {
  return outboxItem(CLEANUP, { id }, HOUR_S);
}

/** Before an object is named it is sure to be looked at, whatever becomes of the write that is to name it. */
export async function enqueueCleanup(id: number): Promise<void> {
  await new Transaction().put(stored(cleanupOf(id))).commit();
}

/** The job: see above. */
export async function cleanUp(job: unknown, now = nowMs()): Promise<undefined> {
  const { id } = v.parse(Cleanup, job);
  const { deleteObjects } = await import('../files/objects.ts');
  const content = await getItem(contentKey(id), true);
  const named = objectOf(content);
  await deleteObjects(
    { bucket: 'content', key: `content/${id}/` },
    { before: new Date(now - OLD_S * 1000), keeps: key => key === named },
  );
}
