import { nowTs } from '../core/clock.ts';
import { InvalidInput } from '../core/errors.ts';
import type { Caller } from '../http/caller.ts';
import { requireMatch, type IfMatch } from '../http/match.ts';
import { stemOf } from '../media/filename.ts';
import { documentKey } from '../media/references.ts';
import { recordItem, type Versioned } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { hasVersion } from '../store/condition.ts';
import { Transaction } from '../store/transaction.ts';
import { claimFile, fieldsOf, detectTypes, storeFiles } from './file.ts';
import type { DocumentEditInput } from './input.ts';
import { readDocument } from './read.ts';
import type { DocumentRecord } from './record.ts';
import { filesOf } from './sources.ts';

/**
 * Replaces a document's file. The clean-up that is armed before the new file is stored deletes the old one after about an hour.
 * @throws NotFound, PreconditionFailed and what createDocuments throws
 */
export async function editDocument(
  id: number,
  input: DocumentEditInput,
  { caller, ifMatch }: { caller: Caller; ifMatch: IfMatch },
): Promise<Versioned<DocumentRecord>> {
  const found = await readDocument(id, true);
  requireMatch(ifMatch, found.version);
  const [file] = await detectTypes(await filesOf(input, caller));
  if (!file) throw new InvalidInput('file: is required');
  const name = file.filename || `${stemOf(found.value.original_filename)}.${file.type}`;
  const fields = fieldsOf(id, file, name);
  await storeFiles([{ file, document: { id, ...fields } }]);
  return await retryContended(async () => {
    const { value, version } = await readDocument(id, true);
    requireMatch(ifMatch, version);
    const next = { version: version + 1, value: { ...value, ...fields, updated_ts: nowTs() } };
    const transaction = new Transaction();
    transaction.put(recordItem(documentKey(id), next.version, next.value), hasVersion(version));
    claimFile(transaction, file);
    await transaction.commit();
    return next;
  });
}
