import * as v from 'valibot';
import { boundedString } from '../../platform/values/bounds.ts';
import { MAX_DOCUMENT_BYTES, MAX_IMAGE_BYTES } from '../../platform/values/file-bytes.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { TooLarge, UnsupportedMediaType } from '../../platform/core/errors.ts';
import { requiredLine } from '../../platform/values/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { isNew } from '../../platform/store/condition.ts';
import { putUnder } from '../../platform/store/put.ts';
import { recordItem } from '../../platform/store/records/record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { CLAIM_LIFE_S, FORM_LIFE_S, uploadPlace, Uploads } from './record.ts';

const size = v.pipe(
  v.number(),
  v.safeInteger('must be an integer'),
  v.minValue(1, 'must be at least 1: the bytes of the file'),
);
const contentType = v.pipe(
  boundedString(200),
  v.toLowerCase(),
  v.regex(/^[a-z]+\/[a-z0-9.+-]{1,100}$/, 'must be a media type such as image/jpeg'),
);

export const UploadInput = v.object({ filename: requiredLine(255), content_type: contentType, size });
export type UploadInput = v.InferOutput<typeof UploadInput>;

/** A form for a browser's POST, with the file as the last field. It accepts exactly this size and type, until `expires_ts`. */
export const UploadForm = v.object({
  upload_id: v.number(),
  url: v.string(),
  fields: v.record(v.string(), v.string()),
  expires_ts: v.number(),
});
export type UploadForm = v.InferOutput<typeof UploadForm>;

/** @throws UnsupportedMediaType, TooLarge */
export async function createUpload(input: UploadInput, caller: Caller): Promise<UploadForm> {
  requireUploadable(input.content_type, input.size);
  return await retryContended(async () => {
    const id = newId();
    const now = nowTs();
    const expires_ts = now + FORM_LIFE_S;
    const record = {
      ...input,
      id,
      created_by: caller.authorId,
      created_ts: now,
      expires_ts,
      claimed: false,
    };
    const expires = { expires: now + CLAIM_LIFE_S };
    const { signedForm } = await import('../../platform/files/form.ts');
    const [form] = await Promise.all([
      signedForm(uploadPlace(id), { ...input, lifeS: FORM_LIFE_S }),
      putUnder(isNew, recordItem(Uploads.key(id), 1, record, expires)),
    ]);
    return { upload_id: id, ...form, expires_ts };
  });
}

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];
const DOCUMENT_TYPES = [
  'text/csv',
  'text/plain',
  'application/json',
  'application/pdf',
  'application/zip',
  'application/x-subrip',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

/** An early check of the declared type; the content is checked on the claim. @throws UnsupportedMediaType, TooLarge */
function requireUploadable(contentType: string, size: number): void {
  const most = largest(contentType);
  if (most === undefined)
    throw new UnsupportedMediaType(`content_type: neither images nor documents are ${contentType}`);
  if (size > most) throw new TooLarge(`size: must be at most ${most / 1e6} MB`);
}

function largest(contentType: string): number | undefined {
  if (IMAGE_TYPES.includes(contentType)) return MAX_IMAGE_BYTES;
  return DOCUMENT_TYPES.includes(contentType) ? MAX_DOCUMENT_BYTES : undefined;
}
