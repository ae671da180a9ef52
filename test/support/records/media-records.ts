import { newId } from '../../../shared/platform/core/ids.ts';
import { Documents, type DocumentRecord } from '../../../shared/library/documents/record.ts';
import { Images, type ImageRecord } from '../../../shared/library/images/record.ts';
import { derive } from '../../../infra/cli/verify/derive.ts';
import { recordItem } from '../../../shared/platform/store/records/record.ts';
import type { Key } from '../../../shared/platform/store/table.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { allowDisagreements } from '../table/checked-table.ts';

const PLANTED_FILE =
  /^object: media\/(?:images|documents)\/\d+\/(?:original\/r\/bridge\.jpg|r\/minutes\.pdf)/;

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
    shortcode_id: String(id).padStart(32, 'a'),
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
    shortcode_id: String(id).padStart(32, 'd'),
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
export async function plantImages(count: number, given: Partial<ImageRecord> = {}): Promise<number[]> {
  return await plant(
    Array.from({ length: count }, () => imageRecord(given)),
    Images.key,
  );
}

export async function plantDocuments(count: number, given: Partial<DocumentRecord> = {}): Promise<number[]> {
  return await plant(
    Array.from({ length: count }, () => documentRecord(given)),
    Documents.key,
  );
}

/** Puts records without their files, with the list entries and look-ups that they require. @returns their ids */
export async function plant(
  records: readonly { id: number }[],
  toKey: (id: number) => Key,
): Promise<number[]> {
  allowDisagreements(PLANTED_FILE, 'planted pictures and documents have no files');
  for (const record of records) {
    const transaction = new Transaction();
    const item = recordItem(toKey(record.id), 1, record);
    for (const each of [item, ...(derive(item)?.items ?? [])]) transaction.put(each);
    await transaction.commit();
  }
  return records.map(({ id }) => id);
}
