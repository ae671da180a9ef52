import { environment } from '../core/environment.ts';
import { files } from './client.ts';
import type { Place } from './objects.ts';
import { getSignedUrl, GetObjectCommand, HeadObjectCommand } from './sdk.ts';

/** An address at which anyone can read one file of the media bucket for a limited time. */
export async function signedAddress(
  { key: Key }: Place & { bucket: 'media' },
  { method, lifeS }: { method: 'GET' | 'HEAD'; lifeS: number },
): Promise<string> {
  const input = { Bucket: environment().MEDIA_BUCKET, Key };
  const command = method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
  return await getSignedUrl(files(), command, { expiresIn: lifeS });
}
