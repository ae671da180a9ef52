import { randomUUID } from 'node:crypto';
import contentDisposition from 'content-disposition';
import { UnsupportedMediaType } from '../../platform/core/errors.ts';
import { site } from '../../platform/site/site.ts';
import { storedName } from '../media/filename.ts';
import { toItem } from '../../platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { claimUpload, copyUpload } from '../uploads/claim.ts';
import { fileCleanup } from '../uploads/cleanup.ts';
import { Documents, type DocumentRecord } from './record.ts';
import type { Sent } from './sources.ts';
import { detectDocumentType } from './types/detect.ts';
import { getMime, type DocumentType } from './types/kinds.ts';

/** The part of a document's record that is derived from its file. */
export type FileFields = Pick<
  DocumentRecord,
  'filename' | 'original_filename' | 'type' | 'mime' | 'bytes' | 'key'
>;

/** A file of an accepted type. */
export interface TypedFile extends Sent {
  type: DocumentType;
}

/** Determines the types of files, one after the other, without storing them. @throws UnsupportedMediaType with all faults */
export async function detectTypes(files: readonly Sent[]): Promise<TypedFile[]> {
  const good: TypedFile[] = [];
  const faults: string[] = [];
  for (const file of files) {
    const detection = await detectDocumentType(file.content, file, site().documentTypes);
    if ('type' in detection) good.push({ ...file, type: detection.type });
    else faults.push(`${file.field}: ${detection.fault}`);
  }
  if (faults.length > 0) throw new UnsupportedMediaType(faults);
  return good;
}

/** The record's fields for a file, under a new object key. */
export function toFields(id: number, { content, type }: TypedFile, original_filename: string): FileFields {
  const filename = storedName(original_filename, type);
  const key = `${buildDocumentPrefix(id)}${randomUUID()}/${filename}`;
  return { filename, original_filename, type, mime: getMime(type), bytes: content.size, key };
}

/** The prefix of all objects of a document. */
function buildDocumentPrefix(id: number): string {
  return `documents/${id}/`;
}

/** A file and the record that will contain its key. */
export interface Filed {
  file: Pick<TypedFile, 'origin'>;
  document: FileFields & { id: number };
}

/**
 * Stores files before the records with their keys are committed. No call is under way when it throws.
 * @throws Conflict (uploaded again at the same time)
 */
export async function storeFiles(files: readonly Filed[]): Promise<void> {
  const cleanups = new Transaction();
  for (const { document } of files)
    cleanups.put(toItem(fileCleanup(buildDocumentPrefix(document.id), Documents.key(document.id))));
  await cleanups.commit();
  const results = await Promise.allSettled(files.map(store));
  const failure = results.find(result => result.status === 'rejected');
  if (failure) throw failure.reason;
}

async function store({ file: { origin }, document }: Filed): Promise<void> {
  const { FOREVER, putObject } = await import('../../platform/files/objects.ts');
  const place = { bucket: 'media' as const, key: document.key };
  const headers = {
    contentType: document.mime,
    contentDisposition: contentDisposition(document.original_filename, { fallback: document.filename }),
    cacheControl: FOREVER,
  };
  if ('upload' in origin) await copyUpload(origin.upload, place, headers);
  else await putObject(place, origin.bytes, headers);
}

/** Claims a file's upload, if it is one, in the transaction of the record. */
export function claimFile(transaction: Transaction, { origin }: Sent): void {
  if ('upload' in origin) claimUpload(transaction, origin.upload);
}
