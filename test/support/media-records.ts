import { newId } from '../../shared/core/ids.ts';
import type { DocumentRecord } from '../../shared/documents/record.ts';
import type { ImageRecord } from '../../shared/images/record.ts';
import { documentKey, imageKey } from '../../shared/media/references.ts';
import { recordItem } from '../../shared/store/record.ts';
import { MAX_ACTIONS, Transaction } from '../../shared/store/transaction.ts';

/** A stored image whose thumbnails are ready. */
export function imageRecord(given: Partial<ImageRecord> = {}): ImageRecord {
  const id = given.id ?? newId();
  const sizes = ['35x35', '210x', '300x', '600x', '980x', '1200x400', '600x600', '300x300'];
  const thumbnails = Object.fromEntries([
    ['origin', `images/${id}/original/r/bridge.jpg`],
    ...sizes.map(size => [size, `images/${id}/d/${size}.jpg`]),
  ]);
  return {
    id,
    shortcode_id: 'a'.repeat(32),
    filename: 'bridge.jpg',
    format: 'jpeg',
    bytes: 1000,
    width: 1600,
    height: 1200,
    frames: 1,
    has_alpha: false,
    is_animated_gif: false,
    iptc: {},
    caption: '',
    photo_credit: '',
    alt: 'A bridge',
    title: '',
    link_url: '',
    link_target: false,
    automatic_crops: {},
    manual_crops: {},
    original: `images/${id}/original/r/bridge.jpg`,
    source_url: null,
    task_id: 'task',
    task_ts: 1000,
    thumbnails_status: 'ready',
    failure: null,
    thumbnails,
    ready: thumbnails,
    created_by: 1,
    created_ts: 1000,
    updated_ts: 1000,
    ...given,
  };
}

/** A stored document. */
export function documentRecord(given: Partial<DocumentRecord> = {}): DocumentRecord {
  const id = given.id ?? newId();
  return {
    id,
    shortcode_id: 'd'.repeat(32),
    filename: 'minutes.pdf',
    original_filename: 'Minutes.pdf',
    type: 'pdf',
    mime: 'application/pdf',
    bytes: 1000,
    key: `documents/${id}/r/minutes.pdf`,
    created_by: 1,
    created_ts: 1000,
    updated_ts: 1000,
    ...given,
  };
}

/** Puts image records directly, because the endpoint would have to decode pictures. @returns their ids */
export function plantImages(count: number, given: Partial<ImageRecord> = {}): Promise<number[]> {
  return plant(count, () => imageRecord(given), imageKey);
}

export function plantDocuments(count: number, given: Partial<DocumentRecord> = {}): Promise<number[]> {
  return plant(count, () => documentRecord(given), documentKey);
}

async function plant(count: number, record: () => { id: number }, keyOf: typeof imageKey): Promise<number[]> {
  const records = Array.from({ length: count }, record);
  for (let start = 0; start < count; start += MAX_ACTIONS) {
    const transaction = new Transaction();
    for (const one of records.slice(start, start + MAX_ACTIONS))
      transaction.put(recordItem(keyOf(one.id), 1, one));
    await transaction.commit();
  }
  return records.map(({ id }) => id);
}
