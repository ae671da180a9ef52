import { randomUUID } from 'node:crypto';
import contentDisposition from 'content-disposition';
import { UnsupportedMediaType } from '../core/errors.ts';
import { site } from '../core/site.ts';
import { storedName } from '../media/filename.ts';
import { documentKey } from '../media/references.ts';
import { stored } from '../store/outbox.ts';
import { Transaction } from '../store/transaction.ts';
import { claimUpload, copyUpload } from '../uploads/claim.ts';
import { fileCleanup } from '../uploads/cleanup.ts';
import type { DocumentRecord } from './record.ts';
import type { Sent } from './sources.ts';
import { judgeDocument } from './types/judge.ts';
import { mimeOf, type DocumentType } from './types/kinds.ts';

/** What a file says of its document's record. */
export type FileFields = Pick<
  DocumentRecord,
  'filename' | 'original_filename' | 'type' | 'mime' | 'bytes' | 'key'
>;

/** A file whose type is known, and accepted. */
export interface Judged extends Sent {
  type: DocumentType;
}

/** Looks at files, one after the other; nothing is stored yet. @throws UnsupportedMediaType with the faults of all */
export async function judged(files: readonly Sent[]): Promise<Judged[]> {
  const good: Judged[] = [];
  const faults: string[] = [];
  for (const file of files) {
    const verdict = await judgeDocument(file.content, file, site().documentTypes);
    if ('type' in verdict) good.push({ ...file, type: verdict.type });
    else faults.push(`${file.field}: ${verdict.fault}`);
  }
  if (faults.length > 0) throw new UnsupportedMediaType(faults);
  return good;
}

/** The fields of a file under this name, and under a key that was never used. */
export function fieldsOf(id: number, { content, type }: Judged, original_filename: string): FileFields {
  const filename = storedName(original_filename, type);
  const key = `${objectsOf(id)}${randomUUID()}/${filename}`;
  return { filename, original_filename, type, mime: mimeOf(type), bytes: content.size, key };
}

/** Everything that is kept of a document. */
function objectsOf(id: number): string {
  return `documents/${id}/`;
}

/** A file, and the record that is to name it. */
export interface Filed {
  file: Pick<Judged, 'origin'>;
  document: FileFields & { id: number };
}

/**
 * Stores files, before the records that name them are committed. Leaves nothing under way behind when it throws.
 * @throws Conflict (uploaded anew meanwhile)
 */
export async function storeFiles(files: readonly Filed[]): Promise<void> {
  const cleanups = new Transaction();
  for (const { document } of files)
    cleanups.put(stored(fileCleanup(objectsOf(document.id), documentKey(document.id))));
  await cleanups.commit();
  const results = await Promise.allSettled(files.map(store));
  const failure = results.find(result => result.status === 'rejected');
  if (failure) throw failure.reason;
}

async function store({ file: { origin }, document }: Filed): Promise<void> {
  const { FOREVER, putObject } = await import('../files/objects.ts');
  const place = { bucket: 'media' as const, key: document.key };
  const headers = {
    contentType: document.mime,
    contentDisposition: contentDisposition(document.original_filename, { fallback: document.filename }),
    cacheControl: FOREVER,
  };
  if ('upload' in origin) await copyUpload(origin.upload, place, headers);
  else await putObject(place, origin.bytes, headers);
}

/** Says in the transaction that names a file that its upload, if it was one, is used. */
export function claimFile(transaction: Transaction, { origin }: Sent): void {
  if ('upload' in origin) claimUpload(transaction, origin.upload);
}
