import { disownShortcode, ownShortcode } from '../media/shortcode-owner.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import { ASSET_OVERFLOW, outboxItem } from '../../platform/store/outbox/outbox-item.ts';
import { processItem } from '../../platform/store/outbox/outbox.ts';
import { diffRecords, putEntries, writeOverflow } from '../../platform/store/records/overflow.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { deleteRecord, putRecord } from '../../platform/store/records/write-entity.ts';
import { Assets } from './assets.ts';
import type { AssetRecord } from './record.ts';

/** Runs the job that writes the list entries that didn't fit an asset's transaction (platform/store/records/overflow.ts). */
export function writeAssetOverflow(job: unknown): Promise<undefined> {
  return writeOverflow(Assets, job);
}

/** Creates or edits an asset; no other function writes the record. @throws Contention, AlreadyExists */
export async function saveAsset(
  current: Versioned<AssetRecord> | null,
  next: AssetRecord,
): Promise<Versioned<AssetRecord>> {
  const transaction = new Transaction();
  const saved = await putRecord(Assets, transaction, current, next);
  if (!current) ownShortcode(transaction, 'asset', next);
  recordWrite(transaction, 'asset', { before: current?.value ?? null, after: next });
  await commitWithEntries(transaction, current?.value, next);
  return saved;
}

/** Deletes an asset with its claims and list entries. @throws Contention */
export async function deleteAsset(current: Versioned<AssetRecord>): Promise<void> {
  const transaction = new Transaction();
  await deleteRecord(Assets, transaction, current);
  disownShortcode(transaction, current.value.shortcode_id);
  recordWrite(transaction, 'asset', { before: current.value, after: null });
  await commitWithEntries(transaction, current.value);
}

async function commitWithEntries(
  transaction: Transaction,
  before?: AssetRecord,
  after?: AssetRecord,
): Promise<void> {
  const overflow = putEntries(transaction, diffRecords(Assets, before, after), keys =>
    outboxItem(ASSET_OVERFLOW, { id: (after ?? before)?.id, keys }),
  );
  await (before ? transaction.commit() : transaction.commitCreation());
  if (overflow) await processItem(overflow, writeAssetOverflow);
}
