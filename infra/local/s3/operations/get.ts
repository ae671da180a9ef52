import { hasEtag, readData, type ObjectDescription } from '../objectfile.ts';
import { parseRange, type ByteRange } from '../range.ts';
import type { S3Context, S3Request, S3Response } from '../request.ts';

function validators({ etag, modifiedMs }: ObjectDescription) {
  return {
    etag: `"${etag}"`,
    'last-modified': new Date(modifiedMs).toUTCString(),
  };
}

function headersOf(request: S3Request, object: ObjectDescription, range: ByteRange | undefined) {
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
    const headers = headersOf(request, object, range);
    if (request.method === 'HEAD') return { status, headers };
    streaming = true;
    return { status, headers, body: await readData(open, range) };
  } finally {
    if (!streaming) await open.handle.close();
  }
}
