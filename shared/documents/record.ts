import * as v from 'valibot';
import { NotFound } from '../core/errors.ts';
import { storedLine } from '../core/stored-text.ts';
import { documentKey } from '../media/references.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { getItem, getReferencedItems } from '../store/table.ts';

/**
 * A document. Access pattern and key:
 *   by id     DOCUMENT#<id> / record     (documentKey in shared/media/references.ts)
 * and in the media bucket `documents/<id>/<random>/<filename>`, the file whose key the record has.
 *
 * A write enqueues a clean-up (shared/uploads/cleanup.ts), stores the file, then commits the record, with the claim of a direct upload in
 * the same transaction. A crash before the commit leaves an unreferenced object, which the clean-up deletes. Of several documents sent
 * together all are committed or none. Of two simultaneous replacements the later one's file stays, and the clean-up deletes the other.
 */
export const DocumentRecord = v.object({
  id: v.number(),
  shortcode_id: v.string(),
  /** The name in the key and the URL, and below the name as sent. */
  filename: v.string(),
  original_filename: storedLine,
  type: v.string(),
  mime: v.string(),
  bytes: v.number(),
  key: v.string(),
  created_by: v.number(),
  created_ts: v.number(),
  updated_ts: v.number(),
});
export type DocumentRecord = v.InferOutput<typeof DocumentRecord>;

/** The current record. @throws NotFound */
export async function readDocument(id: number, consistent: boolean): Promise<Versioned<DocumentRecord>> {
  const item = await getItem(documentKey(id), consistent);
  if (!item) throw new NotFound(`There is no document with the id ${id}`);
  return parseRecord(DocumentRecord, item);
}

/** Documents that other records refer to; missing ones are left out. */
export async function readDocuments(ids: readonly number[]): Promise<DocumentRecord[]> {
  const items = await getReferencedItems(ids.map(documentKey));
  return [...items.values()].map(item => parseRecord(DocumentRecord, item).value);
}
