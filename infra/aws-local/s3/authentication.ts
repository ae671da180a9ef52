import type { Address } from './address.ts';
import { S3Error } from './errors.ts';
import {
  parseScope,
  sameSignature,
  signRequest,
  type Credentials,
  type CredentialScope,
} from './signature.ts';

/** A request before its authentication and before its body is read; header names are in lower case. */
export interface UnverifiedRequest extends Address {
  method: string;
  headers: Record<string, string>;
}

interface Claim {
  scope: CredentialScope | undefined;
  timestamp: string;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
  query: [string, string][];
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_S = 7 * 86_400;

function parseTimestamp(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** Checks that a scope names the stand-in's access key, S3, and the day of the request. */
export function checkScope(
  scope: CredentialScope | undefined,
  timestamp: string,
  credentials: Credentials,
): CredentialScope {
  if (scope?.service !== 's3' || !timestamp.startsWith(scope.date)) {
    throw new S3Error(
      'AuthorizationHeaderMalformed',
      'The credential is malformed: expecting "<YOUR-AKID>/YYYYMMDD/REGION/s3/aws4_request" with the date of the request.',
    );
  }
  if (scope.accessKeyId !== credentials.accessKeyId) {
    throw new S3Error(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
      {
        AWSAccessKeyId: scope.accessKeyId,
      },
    );
  }
  return scope;
}

function headerClaim({ headers, query }: UnverifiedRequest, authorization: string): Claim {
  const part = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1] ?? '';
  const payloadHash = headers['x-amz-content-sha256'];
  if (!authorization.startsWith(`${ALGORITHM} `)) {
    throw new S3Error('InvalidRequest', `Please use ${ALGORITHM}.`);
  }
  if (payloadHash === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  return {
    scope: parseScope(part('Credential')),
    timestamp: headers['x-amz-date'] ?? '',
    signedHeaders: part('SignedHeaders').split(';'),
    signature: part('Signature'),
    payloadHash,
    query,
  };
}

function queryClaim({ query }: UnverifiedRequest): Claim {
  const parameter = (name: string) => query.find(([each]) => each === name)?.[1] ?? '';
  if (parameter('X-Amz-Algorithm') !== ALGORITHM) {
    throw new S3Error('AuthorizationQueryParametersError', `X-Amz-Algorithm only supports "${ALGORITHM}"`);
  }
  return {
    scope: parseScope(parameter('X-Amz-Credential')),
    timestamp: parameter('X-Amz-Date'),
    signedHeaders: parameter('X-Amz-SignedHeaders').split(';'),
    signature: parameter('X-Amz-Signature'),
    payloadHash: parameter('X-Amz-Content-Sha256') || 'UNSIGNED-PAYLOAD',
    query: query.filter(([name]) => name !== 'X-Amz-Signature'),
  };
}

function checkSkew(timestamp: string, nowMs: number): void {
  const signedMs = parseTimestamp(timestamp);
  if (Number.isNaN(signedMs)) {
    throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  }
  if (Math.abs(nowMs - signedMs) > MAX_SKEW_MS) {
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
}

function checkExpiry(query: [string, string][], timestamp: string, nowMs: number): void {
  const expires = Number(query.find(([name]) => name === 'X-Amz-Expires')?.[1]);
  const signedMs = parseTimestamp(timestamp);
  if (!Number.isInteger(expires) || expires < 1 || expires > MAX_EXPIRES_S || Number.isNaN(signedMs)) {
    throw new S3Error(
      'AuthorizationQueryParametersError',
      'X-Amz-Expires must be between 1 second and a week, and X-Amz-Date a timestamp.',
    );
  }
  if (signedMs > nowMs + MAX_SKEW_MS) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (nowMs > signedMs + expires * 1000) throw new S3Error('AccessDenied', 'Request has expired');
}

/** Requires a signature for headers that a third party could add to change the request's meaning. */
function checkCoverage(headers: Record<string, string>, signedHeaders: string[]): void {
  const unsigned = Object.keys(headers)
    .filter(name => name === 'host' || name.startsWith('x-amz-'))
    .filter(name => !signedHeaders.includes(name));
  if (unsigned.length > 0) {
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
  }
}

/**
 * Verifies the Signature Version 4 in the Authorization header or, for a presigned URL, in the query.
 * @returns the signed payload hash, with which the body must be compared
 */
export function authenticate(request: UnverifiedRequest, credentials: Credentials, nowMs: number): string {
  const { method, path, headers } = request;
  const { authorization } = headers;
  const presigned = request.query.some(([name]) => name === 'X-Amz-Algorithm');
  if (authorization === undefined && !presigned) throw new S3Error('AccessDenied', 'Access Denied');
  const claim = authorization === undefined ? queryClaim(request) : headerClaim(request, authorization);
  const scope = checkScope(claim.scope, claim.timestamp, credentials);
  if (authorization === undefined) checkExpiry(claim.query, claim.timestamp, nowMs);
  else checkSkew(claim.timestamp, nowMs);
  const computed = signRequest(
    { ...claim, method, path, headers },
    claim.timestamp,
    scope,
    credentials.secretAccessKey,
  );
  if (!sameSignature(claim.signature, computed)) {
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
  checkCoverage(headers, claim.signedHeaders);
  return claim.payloadHash;
}
