import { REFERENCE_LIFE_MS, TimedCache } from '../core/cache.ts';
import { NotFound } from '../core/errors.ts';
import { imageKey } from '../media/references.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { getItem, getNamed, keyText, type Item } from '../store/table.ts';
import { ImageRecord } from './record.ts';

const cache = new TimedCache<number, ImageRecord>(REFERENCE_LIFE_MS, 2000);

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
  return item && remember(item);
}

/** Images for other records' answers, cached for some seconds; reads only those that aren't cached. Unknown ids are absent. */
export async function knownImages(ids: readonly number[]): Promise<Map<number, ImageRecord>> {
  const missing = ids.filter(id => cache.get(id) === undefined);
  const items = await getNamed(missing.map(imageKey));
  const fresh = missing.flatMap(id => {
    const item = items.get(keyText(imageKey(id)));
    return item ? [remember(item).value] : [];
  });
  const known = [...ids.flatMap(id => cache.get(id) ?? []), ...fresh];
  return new Map(known.map(image => [image.id, image]));
}

export function forgetImage(id: number): void {
  cache.delete(id);
}

function remember(item: Item): Versioned<ImageRecord> {
  const record = parseRecord(ImageRecord, item);
  // Pending thumbnails will be ready in a moment, so the record isn't cached.
  if (record.value.thumbnails_status !== 'pending') cache.set(record.value.id, record.value);
  return record;
}
