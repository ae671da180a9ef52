import type { AssetRecord } from '../../shared/dam/record.ts';

/** An asset as stored, of nothing but defaults and what is given. */
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
