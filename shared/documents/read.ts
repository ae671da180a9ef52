import { NotFound } from '../core/errors.ts';
import { documentKey } from '../media/references.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { getItem, getReferencedItems } from '../store/table.ts';
import { DocumentRecord } from './record.ts';

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
