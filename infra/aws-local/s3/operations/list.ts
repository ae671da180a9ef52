import { QUOTAS } from '../../quotas.ts';
import { S3Error } from '../errors.ts';
import { parameter, type S3Context, type S3Request, type S3Response } from '../request.ts';
import type { ObjectSummary } from '../store.ts';
import { xmlDocument } from '../xml.ts';

interface ListQuery {
  prefix: string;
  delimiter: string;
  /** Keys up to and including this one were listed before. */
  after: string;
  maxKeys: number;
}

interface Page {
  objects: ObjectSummary[];
  commonPrefixes: string[];
  /** Where the next page begins; undefined on the last page. */
  next: string | undefined;
}

const MAX_KEYS = QUOTAS.listedObjects.max;
/** Appended to a prefix, it sorts after all keys with that prefix. */
const LAST_CHARACTER = '\u{10FFFF}';

// S3 sorts keys by UTF-8 bytes, JavaScript by UTF-16 units, which differ above U+FFFF.
function byBytes(a: ObjectSummary, b: ObjectSummary) {
  return Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
}

function isAfter(key: string, position: string) {
  return Buffer.compare(Buffer.from(key), Buffer.from(position)) > 0;
}

function commonPrefix(key: string, { prefix, delimiter }: ListQuery): string | undefined {
  const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return end === -1 ? undefined : key.slice(0, end + delimiter.length);
}

/** Returns one page of sorted keys; keys with a common prefix up to the delimiter become one entry. */
export function listPage(all: Iterable<ObjectSummary>, query: ListQuery): Page {
  const { prefix, after, maxKeys } = query;
  const candidates = [...all].filter(
    ({ key }) => key.startsWith(prefix) && (after === '' || isAfter(key, after)),
  );
  const page: Page = { objects: [], commonPrefixes: [], next: undefined };
  let last = '';
  let count = 0;
  for (const object of candidates.sort(byBytes)) {
    const rolled = commonPrefix(object.key, query);
    if (rolled !== undefined && rolled === page.commonPrefixes.at(-1)) continue;
    if (count === maxKeys) return maxKeys === 0 ? page : { ...page, next: last };
    if (rolled === undefined) page.objects.push(object);
    else page.commonPrefixes.push(rolled);
    last = rolled === undefined ? object.key : rolled + LAST_CHARACTER;
    count += 1;
  }
  return page;
}

function parseMaxKeys(text: string | undefined): number {
  const maxKeys = Number(text ?? MAX_KEYS);
  if (!Number.isInteger(maxKeys) || maxKeys < 0) {
    throw new S3Error('InvalidArgument', 'Argument maxKeys must be an integer between 0 and 2147483647', {
      ArgumentName: 'max-keys',
      ArgumentValue: text ?? '',
    });
  }
  return Math.min(maxKeys, MAX_KEYS);
}

const TOKEN_MARK = 'after:';
function tokenFor(position: string) {
  return Buffer.from(TOKEN_MARK + position).toString('base64url');
}

function positionFrom(token: string): string {
  const text = Buffer.from(token, 'base64url').toString();
  if (!text.startsWith(TOKEN_MARK)) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', {
      ArgumentName: 'continuation-token',
    });
  }
  return text.slice(TOKEN_MARK.length);
}

/** ListObjectsV2. */
export async function listObjects({ store }: S3Context, request: S3Request): Promise<S3Response> {
  store.requireBucket(request.bucket);
  const token = parameter(request, 'continuation-token');
  const query = {
    prefix: parameter(request, 'prefix') ?? '',
    delimiter: parameter(request, 'delimiter') ?? '',
    after: token === undefined ? '' : positionFrom(token),
    maxKeys: parseMaxKeys(parameter(request, 'max-keys')),
  };
  const page = listPage(await store.list(request.bucket), query);
  const body = xmlDocument('ListBucketResult', {
    Name: request.bucket,
    Prefix: query.prefix,
    Delimiter: query.delimiter === '' ? undefined : query.delimiter,
    ContinuationToken: token,
    NextContinuationToken: page.next === undefined ? undefined : tokenFor(page.next),
    MaxKeys: query.maxKeys,
    KeyCount: page.objects.length + page.commonPrefixes.length,
    IsTruncated: page.next !== undefined,
    Contents: page.objects.map(({ key, size, etag, modifiedMs }) => ({
      Key: key,
      LastModified: new Date(modifiedMs).toISOString(),
      ETag: `"${etag}"`,
      Size: size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: page.commonPrefixes.map(Prefix => ({ Prefix: Prefix })),
  });
  return { status: 200, body };
}
