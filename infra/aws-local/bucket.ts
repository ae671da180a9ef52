import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/** Creates a bucket. An existing one stays. */
export async function ensureBucket(name: string): Promise<void> {
  const client = new S3Client({ forcePathStyle: true });
  try {
    await client.send(new CreateBucketCommand({ Bucket: name }));
  } catch (error) {
    if (!(error instanceof Error && error.name.startsWith('BucketAlready'))) throw error;
  } finally {
    client.destroy();
  }
}
