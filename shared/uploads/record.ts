import * as v from 'valibot';
import type { Place } from '../files/objects.ts';
import type { Key } from '../store/table.ts';

/**
 * A file on its way past the gateway's payload limit, straight into the private bucket. Access patterns and keys:
 *   by id     UPLOAD#<id> / record, with the time from which it may be deleted; its file is `uploads/<id>`
 * What is made of the file says so in its own transaction: it marks the record as claimed under the condition that it isn't, so
 * of two simultaneous claims one commits and the other is a 409. A crash before the commit leaves the upload to be claimed; the
 * record goes a day after it was made, the file by the bucket's lifecycle.
 */
export const UploadRecord = v.object({
  id: v.number(),
  filename: v.string(),
  content_type: v.string(),
  size: v.number(),
  created_by: v.number(),
  created_ts: v.number(),
  expires_ts: v.number(),
  claimed: v.boolean(),
});
export type UploadRecord = v.InferOutput<typeof UploadRecord>;

export function uploadKey(id: number): Key {
  return { pk: `UPLOAD#${id}`, sk: 'record' };
}

export function uploadPlace(id: number): Place & { bucket: 'content' } {
  return {
    bucket: 'content',
    key: `uploads/${id}`,
  };
}

/** How long the form can be used, and then how long what arrived by it can be claimed. */
export const FORM_LIFE_S = 3600;
export const CLAIM_LIFE_S = 86_400;
