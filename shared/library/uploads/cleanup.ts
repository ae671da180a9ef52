import * as v from 'valibot';
import { nowMs } from '../../platform/core/clock.ts';
import { HOUR_S } from '../../platform/core/durations.ts';
import { invalidateFiles } from '../../platform/edge/job.ts';
import {
  FILE_CLEANUP,
  outboxItem,
  toItem,
  type OutboxItem,
} from '../../platform/store/outbox/outbox-item.ts';
import { getItem, type Item, type Key } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';

/**
 * Deletes media objects that their record doesn't refer to: replaced ones, and those of failed writes. Every write enqueues this job before
 * it puts an object, and commits the record with the object's key afterwards. Keys are never reused, so an unreferenced object older than
 * any request is safe to delete.
 */
const OLD_S = HOUR_S / 2;

const Job = v.object({ prefix: v.string(), record: v.object({ pk: v.string(), sk: v.string() }) });

/** The job, to put in the transaction that removes references to objects. */
export function fileCleanup(prefix: string, record: Key): OutboxItem {
  return outboxItem(FILE_CLEANUP, { prefix, record }, HOUR_S);
}

/** Enqueues the job before an object is put, so that the object is deleted if the write fails. */
export async function enqueueFileCleanup(prefix: string, record: Key): Promise<void> {
  await new Transaction().put(toItem(fileCleanup(prefix, record))).commit();
}

async function putAll(items: readonly Item[]): Promise<void> {
  const transaction = new Transaction();
  for (const item of items) transaction.put(item);
  if (items.length > 0) await transaction.commit();
}

/** Runs the job. An object is referenced when the record's document contains its key. */
export async function cleanUpFiles(job: unknown, now = nowMs()): Promise<undefined> {
  const { prefix, record } = v.parse(Job, job);
  const { deleteObjects } = await import('../../platform/files/objects.ts');
  const item = await getItem(record, { consistent: true });
  const document = typeof item?.data === 'string' ? item.data : '';
  await deleteObjects(
    { bucket: 'media', key: prefix },
    {
      before: new Date(now - OLD_S * 1000),
      keeps: key => document.includes(JSON.stringify(key)),
      // Before, so that a worker that stops leaves no file in a cache.
      prepare: () => putAll(invalidateFiles(prefix)),
    },
  );
}
