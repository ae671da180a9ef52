import { environment } from '../core/environment.ts';
import { files } from './client.ts';
import type { Place } from './objects.ts';
import { createPresignedPost } from './sdk.ts';

export interface SignedForm {
  url: string;
  fields: Record<string, string>;
}

/** A presigned form that lets a browser put one object under this key, with exactly this size and type, for a limited time. */
export async function signedForm(
  { key }: Place & { bucket: 'content' },
  { content_type, size, lifeS }: { content_type: string; size: number; lifeS: number },
): Promise<SignedForm> {
  const { url, fields } = await createPresignedPost(files(), {
    Bucket: environment().CONTENT_BUCKET,
    Key: key,
    Fields: { 'Content-Type': content_type },
    Conditions: [['content-length-range', size, size]],
    Expires: lifeS,
  });
  return { url, fields };
}
