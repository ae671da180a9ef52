import * as v from 'valibot';

/**
 * A document. Access pattern and key:
 *   by id     DOCUMENT#<id> / record     (documentKey in shared/media/references.ts)
 * and in the media bucket `documents/<id>/<random>/<filename>`, the file that the record names.
 *
 * A file is put before the transaction that names it, with the claim of a direct upload in the same transaction, and a clean-up is
 * armed before it is put (shared/uploads/cleanup.ts). A crash before the commit leaves an object that nobody names, for that
 * clean-up; one after it leaves nothing to do. Of several documents sent at once all are committed or none. Two simultaneous
 * replacements follow each other under the record's version: the later one's file stays, and the clean-ups take the other.
 */
export const DocumentRecord = v.object({
  id: v.number(),
  shortcode_id: v.string(),
  /** In the key and the URL; and as it was given. */
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
