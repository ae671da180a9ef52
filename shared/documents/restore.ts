import { documentKey } from '../media/references.ts';
import { ownShortcode } from '../media/shortcode-owner.ts';
import { recordItem } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { isNew } from '../store/condition.ts';
import { Transaction } from '../store/transaction.ts';
import { storeFiles } from './file.ts';
import type { DocumentRecord } from './record.ts';

/** Restores an exported document under its own id and key. */
export async function restoreDocument(document: DocumentRecord, bytes: Buffer): Promise<void> {
  await storeFiles([{ file: { origin: { bytes } }, document }]);
  await retryContended(async () => {
    const transaction = new Transaction().put(recordItem(documentKey(document.id), 1, document), isNew);
    ownShortcode(transaction, document.shortcode_id, { kind: 'document', id: document.id });
    await transaction.commit();
  });
}
