import { announcedSize, VerifiedBody } from '../body.ts';
import { notImplemented } from '../errors.ts';
import { storedHeaders } from '../metadata.ts';
import { hasEtag, readData, parseRange, type ObjectDescription, type ByteRange } from '../objectfile.ts';
import { readBytes, type S3Context, type S3Request, type S3Response } from '../request.ts';
import { storeUpload } from '../upload.ts';

function validators({ etag, modifiedMs }: ObjectDescription) {
  return {
    etag: `"${etag}"`,
    'last-modified': new Date(modifiedMs).toUTCString(),
  };
}

function toHeaders(request: S3Request, object: ObjectDescription, range: ByteRange | undefined) {
  const { size, checksum } = object;
  const wanted = request.headers['x-amz-checksum-mode'] === 'ENABLED' && range === undefined;
  return {
    ...object.headers,
    ...validators(object),
    'accept-ranges': 'bytes',
    'content-length': range === undefined ? size : range.end - range.start + 1,
    ...(range !== undefined && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
    ...(wanted && checksum && { [checksum.header]: checksum.value, 'x-amz-checksum-type': 'FULL_OBJECT' }),
  };
}

/** GetObject and HeadObject, which differ only in the body. */
export async function getObject({ store }: S3Context, request: S3Request): Promise<S3Response> {
  store.requireBucket(request.bucket);
  const open = await store.open(request.bucket, request.key);
  let streaming = false;
  try {
    const { object } = open;
    if (hasEtag(object, request.headers['if-none-match']))
      return { status: 304, headers: validators(object) };
    const range = parseRange(request.headers.range, object.size);
    const status = range === undefined ? 200 : 206;
    const headers = toHeaders(request, object, range);
    if (request.method === 'HEAD') return { status, headers };
    streaming = true;
    return { status, headers, body: await readData(open, range) };
  } finally {
    if (!streaming) await open.handle.close();
  }
}

export async function putObject(context: S3Context, request: S3Request): Promise<S3Response> {
  const { bucket, key, headers, payloadHash } = request;
  context.store.requireBucket(bucket);
  const ifNoneMatch = headers['if-none-match'];
  if (headers['if-match'] !== undefined) throw notImplemented('If-Match on uploads');
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') throw notImplemented('If-None-Match other than *');
  const body = new VerifiedBody({
    source: readBytes(request.body),
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
