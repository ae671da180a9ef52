import { randomUUID } from 'node:crypto';
import { nowTs } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { Caller } from '../http/caller.ts';
import { documentKey } from '../media/references.ts';
import { ownShortcode } from '../media/shortcode-owner.ts';
import { recordItem } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { isNew } from '../store/condition.ts';
import { Transaction } from '../store/transaction.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { claimFile, fieldsOf, detectTypes, storeFiles, type TypedFile } from './file.ts';
import type { DocumentCreateInput } from './input.ts';
import type { DocumentRecord } from './record.ts';
import { filesOf } from './sources.ts';

/**
 * Creates documents from what was sent, in its order: all of them or none.
 * @throws UnsupportedMediaType, InvalidInput, Conflict (upload)
 */
export async function createDocuments(
  input: DocumentCreateInput,
  caller: Caller,
  unit?: UnitOfWork,
): Promise<DocumentRecord[]> {
  const files = await detectTypes(await filesOf(input, caller));
  const made = files.map(file => ({ file, document: newDocument(file, caller) }));
  await storeFiles(made);
  await retryContended(async () => {
    const transaction = new Transaction();
    for (const { file, document } of made) {
      transaction.put(recordItem(documentKey(document.id), 1, document), isNew);
      ownShortcode(transaction, document.shortcode_id, { kind: 'document', id: document.id });
      claimFile(transaction, file);
    }
    await transaction.commit(unit);
  });
  return made.map(({ document }) => document);
}

function newDocument(file: TypedFile, caller: Caller): DocumentRecord {
  const id = newId();
  const now = nowTs();
  return {
    ...fieldsOf(id, file, file.filename || `document.${file.type}`),
    id,
    shortcode_id: randomUUID().replaceAll('-', ''),
    created_by: caller.authorId,
    created_ts: now,
    updated_ts: now,
  };
}
