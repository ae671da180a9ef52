import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { environment } from '../config/environment.ts';
import { files } from './client.ts';

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

/** Deletes what is under a prefix and last written before a time, except one. */
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
  await files().send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: old.map(({ Key }) => ({ Key })), Quiet: true } }),
  );
}
