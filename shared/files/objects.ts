import { environment } from '../config/environment.ts';
import { files } from './client.ts';
import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from './sdk.ts';

export async function putObject(key: string, body: Buffer): Promise<void> {
  await files().send(new PutObjectCommand({ Bucket: environment().CONTENT_BUCKET, Key: key, Body: body }));
}

/** @throws NoSuchKey */
export async function getObject(key: string): Promise<Buffer> {
  const { Body: body } = await files().send(
    new GetObjectCommand({ Bucket: environment().CONTENT_BUCKET, Key: key }),
  );
  return Buffer.from((await body?.transformToByteArray()) ?? []);
}

/** Deletes what is under a prefix and last written before a time, except one. @throws Error when S3 refuses to delete any */
export async function deleteObjects(
  prefix: string,
  { before, except }: { before: Date; except: string | null },
): Promise<void> {
  const Bucket = environment().CONTENT_BUCKET;
  const { Contents: found = [] } = await files().send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
  const old = found.filter(
    ({ Key, LastModified }) => Key !== except && LastModified !== undefined && LastModified < before,
  );
  if (old.length === 0) return;
  const { Errors: refused = [] } = await files().send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: old.map(({ Key }) => ({ Key })), Quiet: true } }),
  );
  if (refused.length > 0) throw new Error(`${refused.length} objects not deleted: ${refused[0]?.Code}`);
}
