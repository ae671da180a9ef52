import { DAY_S, HOUR_S } from '../../platform/core/durations.ts';
import * as v from 'valibot';
import type { Place } from '../../platform/files/objects.ts';
import { entity } from '../../platform/store/records/entity.ts';

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

/** How long the form can be used, and how long an arrived file can be claimed. */
export const FORM_LIFE_S = HOUR_S;
export const CLAIM_LIFE_S = DAY_S;

/**
 * A file that is sent directly to the private bucket, past the gateway's payload limit: `uploads/<id>`.
 * The transaction of the record that is made of the file marks the upload as claimed, under the condition that it is unclaimed: of two
 * simultaneous claims one commits and the other gets 409. After a crash before the commit the upload can be claimed again. The record
 * expires after a day, and a lifecycle rule of the bucket deletes the file.
 */
const lifeS = CLAIM_LIFE_S;
export const Uploads = entity({ name: 'upload', record: UploadRecord, pk: 'UPLOAD#*', sk: 'record', lifeS });

export function uploadPlace(id: number): Place & { bucket: 'content' } {
  return {
    bucket: 'content',
    key: `uploads/${id}`,
  };
}
