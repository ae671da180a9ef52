import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { requiredText } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import { boundedString } from '../core/bounds.ts';
import type { Caller } from '../http/caller.ts';
import { recordItem } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { isNew } from '../store/condition.ts';
import { putUnder } from '../store/put.ts';
import { requireUploadable } from './limits.ts';
import { CLAIM_LIFE_S, FORM_LIFE_S, uploadKey, uploadPlace } from './record.ts';

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

export const UploadInput = v.object({ filename: requiredText(255), content_type: contentType, size });
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
    const { signedForm } = await import('../files/form.ts');
    const [form] = await Promise.all([
      signedForm(uploadPlace(id), { ...input, lifeS: FORM_LIFE_S }),
      putUnder(isNew, recordItem(uploadKey(id), 1, record, expires)),
    ]);
    return { upload_id: id, ...form, expires_ts };
  });
}
