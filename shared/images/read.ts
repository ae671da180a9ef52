import { NotFound } from '../core/errors.ts';
import { imageKey } from '../media/references.ts';
import { RecordCache } from '../store/record-cache.ts';
import type { Versioned } from '../store/record.ts';
import { getItem, getReferencedItems } from '../store/table.ts';
import { ImageRecord } from './record.ts';

const cache = new RecordCache({
  schema: ImageRecord,
  keyOf: imageKey,
  maxRecords: 2000,
  isStable: image => image.thumbnails_status !== 'pending',
});

/** The current record. @throws NotFound */
export async function readImage(id: number, consistent: boolean): Promise<Versioned<ImageRecord>> {
  const image = await findImage(id, consistent);
  if (!image) throw new NotFound(`There is no image with the id ${id}`);
  return image;
}

export async function findImage(
  id: number,
  consistent: boolean,
): Promise<Versioned<ImageRecord> | undefined> {
  const item = await getItem(imageKey(id), consistent);
  return item && cache.parse(item);
}

/** Images for other records' answers, cached for some seconds; reads only those that aren't cached. Unknown ids are absent. */
export function knownImages(ids: readonly number[]): Promise<Map<number, ImageRecord>> {
  return cache.getAll(ids, getReferencedItems);
}

export function forgetImage(id: number): void {
  cache.delete(id);
}
