import * as v from 'valibot';

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
  original_filename: v.string(),
  type: v.string(),
  mime: v.string(),
  bytes: v.number(),
  key: v.string(),
  created_by: v.number(),
  created_ts: v.number(),
  updated_ts: v.number(),
});
export type DocumentRecord = v.InferOutput<typeof DocumentRecord>;
