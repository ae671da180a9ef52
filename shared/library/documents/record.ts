import * as v from 'valibot';
import { storedLine } from '../../platform/values/stored-text.ts';
import { entity } from '../../platform/store/records/entity.ts';

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

/**
 * A document's file lies in the media bucket under the key that the record has: `documents/<id>/<random>/<filename>`. A write enqueues a
 * clean-up (shared/library/uploads/cleanup.ts), stores the file, then commits the record, with the claim of a direct upload in the same
 * transaction. A crash before the commit leaves an unreferenced object, which the clean-up deletes. Of several documents sent together all
 * are committed or none. Of two simultaneous replacements the later one's file stays, and the clean-up deletes the other.
 */
export const Documents = entity({
  name: 'document',
  record: DocumentRecord,
  pk: 'DOCUMENT#*',
  sk: 'record',
});
