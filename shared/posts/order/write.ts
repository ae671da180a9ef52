import { NotFound } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import type { IfMatch } from '../../platform/core/if-match.ts';
import { postKey } from '../record/record.ts';
import { markKey, orderKey, HOME_ID, SECTION } from '../../taxonomy/sections/record.ts';
import { recordAction } from '../../platform/store/audit/record.ts';
import { putChange } from '../../platform/store/change-entry.ts';
import { hasVersion, isNew } from '../../platform/store/condition.ts';
import { reportNothing, type Report } from '../../platform/store/outbox/report.ts';
import { Contention } from '../../platform/store/retry.ts';
import type { Item } from '../../platform/store/table.ts';
import { MAX_ACTIONS, Transaction } from '../../platform/store/transaction.ts';
import { changeRecord, putNext } from '../../platform/store/records/update-record.ts';
import { requireDistinct, requireInSection, readOrder, requireSection, type Order } from './read.ts';
import type { OrderEntry } from './record.ts';

/** Each mark takes two actions of a transaction: the put, and the condition on its post's version. */
const MARK_BATCH_SIZE = MAX_ACTIONS / 2;
/** A transaction has room for this many deletions beside the record, the check of the section, the report, the change and the audit entry. */
const DELETION_BATCH_SIZE = MAX_ACTIONS - 5;

/**
 * Sets the editorial order of a section. @returns its new version
 * @throws NotFound (section), InvalidInput (a post that is not published in the section, or named twice), PreconditionFailed
 */
export async function saveOrder(
  sectionId: number,
  postIds: readonly number[],
  { ifMatch, report = reportNothing }: { ifMatch?: IfMatch; report?: Report } = {},
): Promise<number> {
  await requireSection(sectionId);
  requireDistinct(postIds);
  const read = () => readOrder(sectionId, { consistent: true });
  return await changeRecord({ read, ifMatch }, async order => {
    const entries = await putMissingMarks(sectionId, postIds, order);
    const named = new Set(postIds);
    const dropped = [...order.marks.keys()].filter(id => !named.has(id));
    const items = await report({ id: sectionId, version: order.version + 1, type: 'edit' });
    const deleted = dropped.splice(0, DELETION_BATCH_SIZE);
    const write = { sectionId, version: order.version, entries };
    const version = await commit({ ...write, dropped: deleted }, items);
    return await deleteRemainingMarks({ ...write, version, dropped });
  });
}

/** Puts marks for the posts that have none. @returns the entries of the order. @throws InvalidInput */
async function putMissingMarks(
  sectionId: number,
  postIds: readonly number[],
  { marks }: Order,
): Promise<OrderEntry[]> {
  const unmarked = postIds.filter(id => !marks.has(id));
  const posts = await requireInSection(sectionId, unmarked, postIds);
  const newMark = newId();
  for (let start = 0; start < posts.length; start += MARK_BATCH_SIZE) {
    const transaction = new Transaction();
    for (const { value, version } of posts.slice(start, start + MARK_BATCH_SIZE)) {
      transaction.check(postKey(value.id), hasVersion(version));
      transaction.put({ ...markKey(sectionId, value.id), mark: newMark }, isNew);
    }
    await transaction.commit();
  }
  return postIds.map(id => ({ id, mark: marks.get(id) ?? newMark }));
}

interface OrderWrite {
  sectionId: number;
  /** The version that it replaces. */
  version: number;
  entries: readonly OrderEntry[];
  /** The posts whose marks are deleted. */
  dropped: readonly number[];
}

/**
 * @param report the items that report the change. Only the first transaction has them and an entry of the audit trail.
 * @returns the new version
 */
async function commit(
  { sectionId, version, entries, dropped }: OrderWrite,
  report?: readonly Item[],
): Promise<number> {
  const transaction = new Transaction();
  const next = putNext(transaction, orderKey(sectionId), {
    current: { version },
    next: { curated: entries },
  });
  putChange(transaction, { kind: 'order', id: sectionId, version: next.version, state: null });
  if (sectionId !== HOME_ID) checkSection(transaction, sectionId);
  for (const id of dropped) transaction.delete(markKey(sectionId, id));
  if (report) recordAction(transaction, { action: 'section.order', id: sectionId });
  for (const item of report ?? []) transaction.put(item);
  await transaction.commit();
  return next.version;
}

/** Makes the transaction fail when the section was deleted, so that no order is written for it. */
function checkSection(transaction: Transaction, sectionId: number): void {
  transaction.check(SECTION.key(sectionId), {
    expression: 'attribute_exists(pk) AND attribute_not_exists(#deleted)',
    names: { '#deleted': 'deleted' },
    otherwise: () => new NotFound(`There is no section with the id ${sectionId}`),
  });
}

/** Deletes the marks that the first transaction had no room for. When another editor writes first, the next order deletes them. */
async function deleteRemainingMarks(write: OrderWrite): Promise<number> {
  const { dropped } = write;
  let last = write.version;
  try {
    for (let start = 0; start < dropped.length; start += DELETION_BATCH_SIZE) {
      const batch = dropped.slice(start, start + DELETION_BATCH_SIZE);
      last = await commit({ ...write, version: last, dropped: batch });
    }
  } catch (error) {
    if (!(error instanceof Contention)) throw error;
  }
  return last;
}
