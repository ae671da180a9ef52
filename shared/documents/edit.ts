import { nowTs } from '../core/clock.ts';
import { InvalidInput } from '../core/errors.ts';
import type { Caller } from '../http/caller.ts';
import { requireMatch, type IfMatch } from '../core/if-match.ts';
import { stemOf } from '../media/filename.ts';
import { documentKey } from '../media/references.ts';
import type { Versioned } from '../store/record.ts';
import { updateRecord } from '../store/update-record.ts';
import { claimFile, fieldsOf, detectTypes, storeFiles } from './file.ts';
import type { DocumentEditInput } from './input.ts';
import { readDocument } from './read.ts';
import type { DocumentRecord } from './record.ts';
import { filesOf } from './sources.ts';

/**
 * Replaces a document's file. The clean-up that is enqueued before the new file is stored deletes the old one after about an hour.
 * @throws NotFound, PreconditionFailed and what createDocuments throws
 */
export async function editDocument(
  id: number,
  input: DocumentEditInput,
  { caller, ifMatch }: { caller: Caller; ifMatch: IfMatch },
): Promise<Versioned<DocumentRecord>> {
  const read = () => readDocument(id, true);
  const found = await read();
  requireMatch(ifMatch, found.version);
  const [file] = await detectTypes(await filesOf(input, caller));
  if (!file) throw new InvalidInput('file: is required');
  const name = file.filename || `${stemOf(found.value.original_filename)}.${file.type}`;
  const fields = fieldsOf(id, file, name);
  await storeFiles([{ file, document: { id, ...fields } }]);
  return await updateRecord({ key: documentKey(id), read, ifMatch }, (value, transaction) => {
    claimFile(transaction, file);
    return { ...value, ...fields, updated_ts: nowTs() };
  });
}
