import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { files } from '../../../shared/platform/files/client.ts';

/** The keys under a prefix, up to a thousand. */
export async function objectsUnder(bucket: string, prefix: string): Promise<string[]> {
  const { Contents: found = [] } = await files().send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }),
  );
  return found.map(({ Key: key = '' }) => key);
}
