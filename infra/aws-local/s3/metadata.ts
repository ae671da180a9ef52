import { QUOTAS } from '../quotas.ts';
import { S3Error } from './errors.ts';

const STORED = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]);
const USER_PREFIX = 'x-amz-meta-';

/** Encodes text as UTF-8 in a latin1 string, as node:http sends header values. */
export function asHeaderValue(text: string) {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function withoutFraming(encoding: string) {
  return encoding
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== 'aws-chunked' && each !== '')
    .join(',');
}

function checkUserMetadata(entries: [string, string][]): void {
  const user = entries.filter(([name]) => name.startsWith(USER_PREFIX));
  const size = user.reduce((sum, [name, value]) => sum + name.length - USER_PREFIX.length + value.length, 0);
  if (size > QUOTAS.objectMetadataBytes.max) {
    throw new S3Error('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size', {
      Size: size,
      MaxSizeAllowed: QUOTAS.objectMetadataBytes.max,
    });
  }
}

/** Selects the headers (or form fields) of an upload that are stored and served with the object. */
export function storedHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries({ 'content-type': 'binary/octet-stream', ...headers })
    .filter(([name]) => STORED.has(name) || name.startsWith(USER_PREFIX))
    .map(([name, value]): [string, string] => [
      name,
      name === 'content-encoding' ? withoutFraming(value) : value,
    ])
    .filter(([, value]) => value !== '');
  for (const [name, value] of entries) {
    if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new S3Error('InvalidArgument', 'The value cannot be sent as an HTTP header.', {
        ArgumentName: name,
      });
    }
  }
  checkUserMetadata(entries);
  return Object.fromEntries(entries);
}
