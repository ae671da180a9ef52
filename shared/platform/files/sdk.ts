/**
 * The used parts of the S3 client. Bundles have it in a separate chunk (infra/bundle/plugins.ts), which the first request that needs it
 * loads: most requests never do, and it is as large as the rest of a function.
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
export { getSignedUrl } from '@aws-sdk/s3-request-presigner';
