import { announcedSize, VerifiedBody } from '../body.ts';
import { notImplemented } from '../errors.ts';
import { storedHeaders } from '../metadata.ts';
import { bytesOf, type S3Context, type S3Request, type S3Response } from '../request.ts';
import { storeUpload } from '../upload.ts';

export async function putObject(context: S3Context, request: S3Request): Promise<S3Response> {
  const { bucket, key, headers, payloadHash } = request;
  context.store.requireBucket(bucket);
  const ifNoneMatch = headers['if-none-match'];
  if (headers['if-match'] !== undefined) throw notImplemented('If-Match on uploads');
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') throw notImplemented('If-None-Match other than *');
  const body = new VerifiedBody({
    source: bytesOf(request.body),
    headers,
    payloadHash,
    expectedSize: announcedSize(headers),
  });
  const { object, eventId } = await storeUpload(context, {
    bucket,
    key,
    headers: storedHeaders(headers),
    body,
    eventName: 'ObjectCreated:Put',
    onlyNew: ifNoneMatch === '*',
  });
  const { etag, checksum } = object;
  return {
    status: 200,
    headers: {
      etag: `"${etag}"`,
      ...(checksum && { [checksum.header]: checksum.value, 'x-amz-checksum-type': 'FULL_OBJECT' }),
    },
    eventId,
  };
}
