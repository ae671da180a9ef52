import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { QUOTAS } from '../../quotas.ts';
import { validateKey } from '../address.ts';
import { announcedSize, VerifiedBody } from '../body.ts';
import { S3Error } from '../errors.ts';
import { readBytes, type S3Context, type S3Request, type S3Response } from '../request.ts';
import { xmlDocument } from '../xml.ts';

const MAX_KEYS = QUOTAS.deletedObjects.max;
const MAX_BODY_BYTES = 8 * 1024 ** 2;

function malformed() {
  return new S3Error(
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );
}

function parse(xml: string): { keys: string[]; quiet: boolean } {
  const keys: string[] = [];
  const path: string[] = [];
  let quiet = false;
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', tag => {
    path.push(tag.name);
    text = '';
  });
  parser.on('text', part => (text += part));
  parser.on('closetag', () => {
    const at = path.join('/');
    if (at === 'Delete/Object/Key') keys.push(validateKey(text));
    if (at === 'Delete/Quiet') quiet = text.trim() === 'true';
    path.pop();
  });
  parser.on('error', () => {
    throw malformed();
  });
  parser.write(xml).close();
  if (keys.length === 0 || keys.length > MAX_KEYS || keys.includes('')) throw malformed();
  return { keys, quiet };
}

/** DeleteObjects. As in S3, a missing object is no error. */
export async function deleteObjects({ store }: S3Context, request: S3Request): Promise<S3Response> {
  const { bucket, headers, payloadHash } = request;
  store.requireBucket(bucket);
  const body = new VerifiedBody({
    source: readBytes(request.body),
    headers,
    payloadHash,
    expectedSize: announcedSize(headers),
    sizeRange: { min: 0, max: MAX_BODY_BYTES },
  });
  const xml = (await buffer(body.data())).toString();
  if (body.checksum === undefined && headers['content-md5'] === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: Content-MD5');
  }
  const { keys, quiet } = parse(xml);
  for (const key of keys) store.remove(bucket, key);
  const Deleted = quiet ? [] : keys.map(Key => ({ Key }));
  return { status: 200, body: xmlDocument('DeleteResult', { Deleted }) };
}
