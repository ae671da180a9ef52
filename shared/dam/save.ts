import * as v from 'valibot';
import { AlreadyExists } from '../core/errors.ts';
import { disownShortcode, ownShortcode } from '../media/shortcode-owner.ts';
import { hasVersion } from '../store/condition.ts';
import { ASSET_OVERFLOW, outboxItem } from '../store/outbox-item.ts';
import { processItem } from '../store/outbox.ts';
import { diffEntries, EntryKeys, putEntries, writeOverflowEntries } from '../store/overflow.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { Transaction } from '../store/transaction.ts';
import { claim, release } from '../store/unique.ts';
import { putNext } from '../store/update-record.ts';
import { Assets, AssetRecord, FILE_CLAIM, fileClaim } from './record.ts';
import { entriesOf } from './timelines.ts';

/** The job that writes the list entries that didn't fit an asset's transaction: store/overflow.ts. */

const Overflow = v.object({ id: v.number(), keys: EntryKeys });

/** Runs the job. */
export async function writeAssetOverflow(job: unknown): Promise<undefined> {
  const { id, keys } = v.parse(Overflow, job);
  await writeOverflowEntries(keys, {
    key: Assets.key(id),
    entriesOf: item => (item ? entriesOf(parseRecord(AssetRecord, item).value) : []),
  });
}

/** Creates or edits an asset; no other function writes the record. @throws Contention, AlreadyExists */
export async function saveAsset(
  current: Versioned<AssetRecord> | null,
  next: AssetRecord,
): Promise<Versioned<AssetRecord>> {
  const { id, file_type, file_id } = next;
  const transaction = new Transaction();
  const saved = putNext(transaction, Assets.key(id), current, next);
  if (!current) {
    const taken = () => new AlreadyExists('file_id: there is an asset of this file already');
    claim(transaction, FILE_CLAIM, { from: null, to: fileClaim(file_type, file_id), id, taken });
    ownShortcode(transaction, 'asset', next);
  }
  await commitWithEntries(transaction, current?.value ?? null, next);
  return saved;
}

/** Deletes an asset with its claims and list entries. @throws Contention */
export async function deleteAsset({ version, value }: Versioned<AssetRecord>): Promise<void> {
  const transaction = new Transaction().delete(Assets.key(value.id), hasVersion(version));
  release(transaction, FILE_CLAIM, fileClaim(value.file_type, value.file_id));
  disownShortcode(transaction, value.shortcode_id);
  await commitWithEntries(transaction, value, null);
}

async function commitWithEntries(
  transaction: Transaction,
  before: AssetRecord | null,
  after: AssetRecord | null,
): Promise<void> {
  const id = (after ?? before)?.id;
  const [from, to] = [before, after].map(asset => (asset ? entriesOf(asset) : []));
  const overflow = putEntries(transaction, diffEntries(from ?? [], to ?? []), keys =>
    outboxItem(ASSET_OVERFLOW, { id, keys }),
  );
  await (before ? transaction.commit() : transaction.commitCreation());
  if (overflow) await processItem(overflow, writeAssetOverflow);
}
