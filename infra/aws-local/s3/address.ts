import { QUOTAS } from '../quotas.ts';
import { S3Error } from './errors.ts';

/** Bucket and key of a path-style request (`/<bucket>/<key>`), decoded; empty where the path has none. */
export interface Address {
  path: string;
  bucket: string;
  key: string;
  query: [string, string][];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', "Couldn't parse the specified URI.", { URI: text });
  }
}

function parseQuery(text: string): [string, string][] {
  return text
    .split('&')
    .filter(part => part !== '')
    .map(part => {
      const [name = '', ...value] = part.split('=');
      return [decode(name), decode(value.join('='))];
    });
}

/** Parses the raw request target: a URL parser would resolve a `..`, which a key may contain. */
export function parseAddress(target: string): Address {
  const [rawPath = '', ...rawQuery] = target.split('?');
  const path = decode(rawPath);
  const slash = path.indexOf('/', 1);
  const key = slash === -1 ? '' : path.slice(slash + 1);
  return {
    path,
    bucket: path.slice(1, slash === -1 ? undefined : slash),
    key: validateKey(key),
    query: parseQuery(rawQuery.join('?')),
  };
}

export function validateKey(key: string): string {
  const bytes = Buffer.byteLength(key);
  if (bytes > QUOTAS.objectKeyBytes.max) {
    throw new S3Error('KeyTooLongError', 'Your key is too long', {
      Size: bytes,
      MaxSizeAllowed: QUOTAS.objectKeyBytes.max,
    });
  }
  return key;
}
