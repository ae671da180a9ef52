import type { AssetRecord } from '../../../shared/library/dam/record.ts';

/** A stored asset with defaults for all fields that are not given. */
export function assetRecord(given: Partial<AssetRecord> = {}): AssetRecord {
  return {
    id: 7,
    file_type: 0,
    file_id: 70,
    origin: 'admin',
    in_trash: false,
    image_title: null,
    filename: null,
    alt_text: null,
    credit: null,
    source_info: null,
    tags: [],
    site_specific_data: null,
    shortcode_id: 'e'.repeat(32),
    user_id: 1,
    created_ts: 1000.5,
    updated_ts: 1000.5,
    ...given,
  };
}
