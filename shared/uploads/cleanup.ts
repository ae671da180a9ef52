import * as v from 'valibot';
import { nowMs } from '../core/clock.ts';
import { FILE_CLEANUP } from '../store/job-kinds.ts';
import { outboxItem, stored, type OutboxItem } from '../store/outbox.ts';
import { getItem, type Key } from '../store/table.ts';
import { Transaction } from '../store/transaction.ts';

/**
 * Removes media objects that their record doesn't name: replaced ones, and those of writes that were refused or died. Objects are
 * put before the transaction that names them, under keys never used before, and this job is armed before they are put: so an
 * object that nobody names can be told from one about to be named by its age alone. A writer's request is over long before.
 */
const HOUR_S = 3600;
const OLD_S = HOUR_S / 2;

const Job = v.object({ prefix: v.string(), record: v.object({ pk: v.string(), sk: v.string() }) });

/** To put in the transaction that takes names of objects away. */
export function fileCleanup(prefix: string, record: Key): OutboxItem {
  return outboxItem(FILE_CLEANUP, { prefix, record }, HOUR_S);
}

/** Before an object is named it is sure to be looked at, whatever becomes of the write that is to name it. */
export async function armFileCleanup(prefix: string, record: Key): Promise<void> {
  await new Transaction().put(stored(fileCleanup(prefix, record))).commit();
}

/** The job: see above. An object is named when its key stands in the record's document. */
export async function cleanUpFiles(job: unknown, now = nowMs()): Promise<undefined> {
  const { prefix, record } = v.parse(Job, job);
  const { deleteObjects } = await import('../files/objects.ts');
  const item = await getItem(record, true);
  const document = typeof item?.data === 'string' ? item.data : '';
  await deleteObjects(
    { bucket: 'media', key: prefix },
    { before: new Date(now - OLD_S * 1000), keeps: key => document.includes(JSON.stringify(key)) },
  );
}
