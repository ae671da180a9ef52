import { environment } from '../core/environment.ts';
import { files } from './client.ts';
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
 * `content` is private: large post bodies (`content/`), uploads not yet claimed (`uploads/`), what wakes the thumbnail function
 * (`tasks/`). `media` is what the CDN serves: `images/` and `documents/`. No object is ever overwritten with another one: keys
 * hold a part that is never used twice, so that whatever is served may be kept forever.
 */
export type Bucket = 'content' | 'media';

export interface Place {
  bucket: Bucket;
  key: string;
}

/** What is served with an object. */
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

function nameOf(bucket: Bucket): string {
  return bucket === 'media' ? environment().MEDIA_BUCKET : environment().CONTENT_BUCKET;
}

function named({ contentType, contentDisposition, cacheControl }: ObjectHeaders) {
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
    new PutObjectCommand({ Bucket: nameOf(bucket), Key: key, Body: body, ...named(headers) }),
  );
}

/** The whole object, or its bytes from … to …, both inclusive. @throws NoSuchKey */
export async function getObject(
  { bucket, key }: Place,
  range?: { from: number; to: number },
): Promise<Buffer> {
  const { Body: body } = await files().send(
    new GetObjectCommand({
      Bucket: nameOf(bucket),
      Key: key,
      ...(range && { Range: `bytes=${range.from}-${range.to}` }),
    }),
  );
  return Buffer.from((await body?.transformToByteArray()) ?? []);
}

/** What S3 says of an object that isn't there: 403 to whoever may not list the bucket. */
const MISSING: readonly unknown[] = [403, 404];

/** undefined when there is none. */
export async function describeObject({ bucket, key }: Place): Promise<Described | undefined> {
  try {
    const { ContentLength, ETag, ContentType } = await files().send(
      new HeadObjectCommand({ Bucket: nameOf(bucket), Key: key }),
    );
    return { size: ContentLength ?? 0, etag: ETag ?? '', contentType: ContentType ?? '' };
  } catch (error) {
    if (error instanceof S3ServiceException && MISSING.includes(error.$metadata.httpStatusCode))
      return undefined;
    throw error;
  }
}

/** Copies an object, if it is still the one that was described. @throws Error (PreconditionFailed) when it is another by now */
export async function copyObject(
  from: Place & { etag: string },
  to: Place,
  headers: ObjectHeaders,
): Promise<void> {
  await files().send(
    new CopyObjectCommand({
      Bucket: nameOf(to.bucket),
      Key: to.key,
      CopySource: `${nameOf(from.bucket)}/${from.key}`,
      CopySourceIfMatch: from.etag,
      MetadataDirective: 'REPLACE',
      ...named(headers),
    }),
  );
}

/** Deletes what is under a prefix and last written before a time, unless it is kept. @throws Error when S3 refuses to delete any */
export async function deleteObjects(
  { bucket, key: prefix }: Place,
  { before, keeps }: { before: Date; keeps: (key: string) => boolean },
): Promise<void> {
  const Bucket = nameOf(bucket);
  const { Contents: found = [] } = await files().send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
  const old = found.filter(
    ({ Key, LastModified }) =>
      Key !== undefined && LastModified !== undefined && LastModified < before && !keeps(Key),
  );
  if (old.length === 0) return;
  const { Errors: refused = [] } = await files().send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: old.map(({ Key }) => ({ Key })), Quiet: true } }),
  );
  if (refused.length > 0) throw new Error(`${refused.length} objects not deleted: ${refused[0]?.Code}`);
}
