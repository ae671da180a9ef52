import type { S3Context, S3Request, S3Response } from '../request.ts';

export function createBucket({ store }: S3Context, { bucket }: S3Request): S3Response {
  store.createBucket(bucket);
  return { status: 200, headers: { location: `/${bucket}` } };
}

export function headBucket({ store }: S3Context, { bucket }: S3Request): S3Response {
  store.requireBucket(bucket);
  return { status: 200, headers: { 'x-amz-bucket-region': 'us-east-1' } };
}
