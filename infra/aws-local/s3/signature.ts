import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The only key pair of the stand-in. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The parts of `<access key>/<yyyymmdd>/<region>/<service>/aws4_request`. */
export interface CredentialScope {
  accessKeyId: string;
  date: string;
  region: string;
  service: string;
}

/** The signed parts: decoded path and query, lower-case header names, and the declared payload hash. */
export interface SignedRequest {
  method: string;
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  signedHeaders: string[];
  payloadHash: string;
}

function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest();
}

/** RFC 3986: unlike encodeURIComponent, this also encodes `!'()*`. */
export function uriEncode(text: string) {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function parseScope(credential: string): CredentialScope | undefined {
  const match = /^(.+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(credential);
  if (match === null) return undefined;
  const [, accessKeyId = '', date = '', region = '', service = ''] = match;
  return { accessKeyId, date, region, service };
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function canonicalRequest({
  method,
  path,
  query,
  headers,
  signedHeaders,
  payloadHash,
}: SignedRequest): string {
  const pairs = query.map(([name, value]) => [uriEncode(name), uriEncode(value)] as const);
  return [
    method,
    path.split('/').map(uriEncode).join('/'),
    pairs
      .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
      .map(pair => pair.join('='))
      .join('&'),
    ...signedHeaders.map(name => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
}

/** Signature Version 4 of any text, in hex. A policy is signed as plain text. */
export function sign(text: string, { date, region, service }: CredentialScope, secret: string): string {
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, date));
  return hmac(key, text).toString('hex');
}

/** Signature Version 4 of a request made at `timestamp` (`yyyymmddThhmmssZ`), in hex. */
export function signRequest(
  request: SignedRequest,
  timestamp: string,
  scope: CredentialScope,
  secret: string,
): string {
  const hash = createHash('sha256').update(canonicalRequest(request)).digest('hex');
  const { date, region, service } = scope;
  const stringToSign = ['AWS4-HMAC-SHA256', timestamp, `${date}/${region}/${service}/aws4_request`, hash];
  return sign(stringToSign.join('\n'), scope, secret);
}

export function sameSignature(given: string, computed: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(computed)];
  return a.length === b.length && timingSafeEqual(a, b);
}
