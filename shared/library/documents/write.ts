import { randomUUID } from 'node:crypto';
import { nowTs } from '../../platform/core/clock.ts';
import { InvalidInput } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import { requireMatch, type IfMatch } from '../../platform/core/if-match.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { removeExtension } from '../media/filename.ts';
import { ownShortcode } from '../media/shortcode-owner.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { createRecord, editRecord, putRecord } from '../../platform/store/records/write-entity.ts';
import { storeFiles, claimFile, toFields, detectTypes, type TypedFile } from './file.ts';
import type { DocumentEditInput, DocumentCreateInput } from './input.ts';
import { Documents, type DocumentRecord } from './record.ts';
import { readFiles } from './sources.ts';

/**
 * Creates documents from what was sent, in its order: all of them or none.
 * @throws UnsupportedMediaType, InvalidInput, Conflict (upload)
 */
export async function createDocuments(input: DocumentCreateInput, caller: Caller): Promise<DocumentRecord[]> {
  const files = await detectTypes(await readFiles(input, caller));
  const made = files.map(file => ({ file, document: newDocument(file, caller) }));
  await storeFiles(made);
  await retryContended(async () => {
    const transaction = new Transaction();
    for (const { file, document } of made) {
      await putRecord(Documents, transaction, null, document);
      recordWrite(transaction, 'document', { before: null, after: document });
      ownShortcode(transaction, 'document', document);
      claimFile(transaction, file);
    }
    await transaction.commitCreation();
  });
  return made.map(({ document }) => document);
}

function newDocument(file: TypedFile, caller: Caller): DocumentRecord {
  const id = newId();
  const now = nowTs();
  return {
    ...toFields(id, file, file.filename || `document.${file.type}`),
    id,
    shortcode_id: randomUUID().replaceAll('-', ''),
    created_by: caller.authorId,
    created_ts: now,
    updated_ts: now,
  };
}

/**
 * Replaces a document's file. The clean-up that is enqueued before the new file is stored deletes the old one after about an hour.
 * @throws NotFound, PreconditionFailed and what createDocuments throws
 */
export async function editDocument(
  id: number,
  input: DocumentEditInput,
  { caller, ifMatch }: { caller: Caller; ifMatch: IfMatch },
): Promise<Versioned<DocumentRecord>> {
  const found = await Documents.read(id, { consistent: true });
  requireMatch(ifMatch, found.version);
  const [file] = await detectTypes(await readFiles(input, caller));
  if (!file) throw new InvalidInput('file: is required');
  const name = file.filename || `${removeExtension(found.value.original_filename)}.${file.type}`;
  const fields = toFields(id, file, name);
  await storeFiles([{ file, document: { id, ...fields } }]);
  return await editRecord(Documents, { id, ifMatch }, ({ value, transaction }) => {
    claimFile(transaction, file);
    const next = { ...value, ...fields, updated_ts: nowTs() };
    recordWrite(transaction, 'document', { before: value, after: next });
    return next;
  });
}

/** Restores an exported document under its own id and key. */
export async function restoreDocument(document: DocumentRecord, bytes: Buffer): Promise<void> {
  await storeFiles([{ file: { origin: { bytes } }, document }]);
  await createRecord(Documents, transaction => {
    ownShortcode(transaction, 'document', document);
    return document;
  });
}
