import { environment } from '../core/environment.ts';
import { files } from './client.ts';
import { MissingObject } from './missing-object.ts';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from './sdk.ts';

/**
 * `content` is private: large post bodies (`content/`), unclaimed uploads (`uploads/`), tasks that start the thumbnail function
 * (`tasks/`). `media` is served by the CDN: `images/` and `documents/`. Objects are never overwritten with other content: each key has a
 * part that is used only once, so that media may be cached forever.
 */
type Bucket = 'content' | 'media';

export interface Place {
  bucket: Bucket;
  key: string;
}

/** The headers that an object is served with. */
export interface ObjectHeaders {
  contentType?: string;
  contentDisposition?: string;
  cacheControl?: string;
}

export interface Described {
  size: number;
  etag: string;
  contentType: string;
}

export const FOREVER = 'public, max-age=31536000, immutable';

function getBucketName(bucket: Bucket): string {
  return bucket === 'media' ? environment().MEDIA_BUCKET : environment().CONTENT_BUCKET;
}

function toSdkHeaders({ contentType, contentDisposition, cacheControl }: ObjectHeaders) {
  return {
    ...(contentType !== undefined && { ContentType: contentType }),
    ...(contentDisposition !== undefined && { ContentDisposition: contentDisposition }),
    ...(cacheControl !== undefined && { CacheControl: cacheControl }),
  };
}

export async function putObject(
  { bucket, key }: Place,
  body: Buffer,
  headers: ObjectHeaders = {},
): Promise<void> {
  await files().send(
    new PutObjectCommand({ Bucket: getBucketName(bucket), Key: key, Body: body, ...toSdkHeaders(headers) }),
  );
}

/** Without s3:ListBucket, S3 answers 403 for missing keys. */
const MISSING: readonly unknown[] = [403, 404];

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && MISSING.includes(error.$metadata.httpStatusCode);
}

/** The whole object or the bytes of an inclusive range. @throws MissingObject */
export async function getObject(
  { bucket, key }: Place,
  range?: { from: number; to: number },
): Promise<Buffer> {
  const command = new GetObjectCommand({
    Bucket: getBucketName(bucket),
    Key: key,
    ...(range && { Range: `bytes=${range.from}-${range.to}` }),
  });
  const { Body: body } = await files()
    .send(command)
    .catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      throw new MissingObject(`The object ${bucket}/${key} is missing. Restore a backup of it.`, {
        cause: error,
      });
    });
  return Buffer.from((await body?.transformToByteArray()) ?? []);
}

/** @returns undefined when the object doesn't exist */
export async function describeObject({ bucket, key }: Place): Promise<Described | undefined> {
  try {
    const { ContentLength, ETag, ContentType } = await files().send(
      new HeadObjectCommand({ Bucket: getBucketName(bucket), Key: key }),
    );
    return { size: ContentLength ?? 0, etag: ETag ?? '', contentType: ContentType ?? '' };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Copies an object unless it has changed since it was described. @throws Error (PreconditionFailed) when it has changed */
export async function copyObject(
  from: Place & { etag: string },
  to: Place,
  headers: ObjectHeaders,
): Promise<void> {
  await files().send(
    new CopyObjectCommand({
      Bucket: getBucketName(to.bucket),
      Key: to.key,
      CopySource: `${getBucketName(from.bucket)}/${from.key}`,
      CopySourceIfMatch: from.etag,
      MetadataDirective: 'REPLACE',
      ...toSdkHeaders(headers),
    }),
  );
}

/**
 * Deletes the objects under a prefix that were written before a given time and aren't kept. `prepare` runs before, if there are any.
 * @throws Error when S3 fails to delete any
 */
export async function deleteObjects(
  { bucket, key: prefix }: Place,
  {
    before,
    keeps,
    prepare,
  }: { before: Date; keeps: (key: string) => boolean; prepare?: () => Promise<void> },
): Promise<void> {
  const Bucket = getBucketName(bucket);
  const { Contents: found = [] } = await files().send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
  const old = found.filter(
    ({ Key, LastModified }) =>
      Key !== undefined && LastModified !== undefined && LastModified < before && !keeps(Key),
  );
  if (old.length === 0) return;
  await prepare?.();
  const { Errors: refused = [] } = await files().send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: old.map(({ Key }) => ({ Key })), Quiet: true } }),
  );
  if (refused.length > 0) throw new Error(`${refused.length} objects not deleted: ${refused[0]?.Code}`);
}
