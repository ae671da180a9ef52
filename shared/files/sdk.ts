/**
 * All that is used of the S3 client. A bundle has this in a file of its own (infra/tools/build.ts), loaded with the first request that
 * needs it: most never do, and it is as large as the rest of a function together.
 */
export {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
export { createPresignedPost } from '@aws-sdk/s3-presigned-post';
