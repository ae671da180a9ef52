import { parseAddress } from '../address.ts';
import { VerifiedBody } from '../body.ts';
import { notImplemented, preconditionFailed, S3Error } from '../errors.ts';
import { storedHeaders } from '../metadata.ts';
import { hasEtag, readData, type OpenObject } from '../objectfile.ts';
import { type S3Context, type S3Request, type S3Response } from '../request.ts';
import { storeUpload } from '../upload.ts';
import { xmlDocument } from '../xml.ts';

const IF_MATCH = 'x-amz-copy-source-if-match';

function parseSource(headers: Record<string, string>) {
  const source = headers['x-amz-copy-source'] ?? '';
  const address = parseAddress(source.startsWith('/') ? source : `/${source}`);
  if (address.query.length > 0) throw notImplemented('copies of a version');
  const conditions = Object.keys(headers).filter(name => name.startsWith('x-amz-copy-source-'));
  if (conditions.some(name => name !== IF_MATCH))
    throw notImplemented('this condition on the source of a copy');
  return address;
}

function replacesMetadata(headers: Record<string, string>): boolean {
  const directive = headers['x-amz-metadata-directive'] ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw new S3Error('InvalidArgument', 'Unknown metadata directive.', {
      ArgumentName: 'x-amz-metadata-directive',
      ArgumentValue: directive,
    });
  }
  return directive === 'REPLACE';
}

// The data is verified against the checksum of the source, so that the copy has the checksum too.
async function toBody(open: OpenObject): Promise<VerifiedBody> {
  const { checksum, size } = open.object;
  return new VerifiedBody({
    source: await readData(open),
    headers: checksum === undefined ? {} : { [checksum.header]: checksum.value },
    payloadHash: 'UNSIGNED-PAYLOAD',
    expectedSize: size,
  });
}

/** Opens the source if its ETag matches. */
async function openIfMatch(match: string | undefined, open: () => Promise<OpenObject>): Promise<OpenObject> {
  const source = await open();
  if (match === undefined || hasEtag(source.object, match)) return source;
  await source.handle.close();
  throw preconditionFailed(IF_MATCH);
}

export async function copyObject(context: S3Context, request: S3Request): Promise<S3Response> {
  const { store } = context;
  const { bucket, key, headers } = request;
  const source = parseSource(headers);
  const replaces = replacesMetadata(headers);
  store.requireBucket(source.bucket);
  store.requireBucket(bucket);
  if (source.bucket === bucket && source.key === key && !replaces) {
    throw new S3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata.",
    );
  }
  const original = await openIfMatch(headers[IF_MATCH], () => store.open(source.bucket, source.key));
  const { object, eventId } = await storeUpload(context, {
    bucket,
    key,
    headers: replaces ? storedHeaders(headers) : original.object.headers,
    body: await toBody(original),
    eventName: 'ObjectCreated:Copy',
  });
  const LastModified = new Date(object.modifiedMs).toISOString();
  return {
    status: 200,
    body: xmlDocument('CopyObjectResult', { LastModified, ETag: `"${object.etag}"` }),
    eventId,
  };
}
