import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { TooLarge, type ApiError } from '../core/errors.ts';
import { utf8Length } from '../core/text-length.ts';
import type { HttpEvent, HttpResult } from './event.ts';

const compress = promisify<Buffer, Buffer>(gzip);

/** Lambda limits the whole result to 6 MB; the body is a JSON string in it. */
const MAX_RESULT_BYTES = 6_000_000;
/** In characters. JSON in JSON doubles quotes and backslashes; other characters take at most 3 bytes of UTF-8. */
const MAX_SAFE_LENGTH = MAX_RESULT_BYTES / 3;

export interface ErrorBody {
  status: { code: string; messages: readonly string[] };
  data: null;
}

export function errorBody(error: ApiError): ErrorBody {
  return {
    status: { code: error.code, messages: error.messages },
    data: null,
  };
}

/** An entity tag from the record's version, if any, and a hash of the body. */
export function entityTag(body: string, version?: number): string {
  const digest = hash('sha1', body, 'base64url').slice(0, 16);
  return version === undefined ? `"h${digest}"` : `"${version}-${digest}"`;
}

export function noneMatch(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === tag);
}

/** Encodes a result that exceeds Lambda's limit in base64, then in gzip. @throws TooLarge when neither fits */
export async function fitResult(event: HttpEvent, result: HttpResult): Promise<HttpResult> {
  if (result.body.length < MAX_SAFE_LENGTH || utf8Length(JSON.stringify(result)) <= MAX_RESULT_BYTES)
    return result;
  const bytes = Buffer.from(result.body);
  const plain = encodeBase64(result, bytes);
  if (plain.body.length < MAX_RESULT_BYTES) return plain;
  if (acceptsGzip(event)) {
    const gzipped = encodeBase64(result, await compress(bytes));
    gzipped.headers = {
      ...result.headers,
      'content-encoding': 'gzip',
      vary: varyOn(result, 'accept-encoding'),
    };
    if (gzipped.body.length < MAX_RESULT_BYTES) return gzipped;
  }
  throw answerTooLarge();
}

export function answerTooLarge(): TooLarge {
  return new TooLarge(
    'The answer is over 6 MB: ask for fewer with limit, for less with include_fields, or accept gzip',
  );
}

export function acceptsGzip({ headers }: HttpEvent): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers['accept-encoding'] ?? '');
}

function varyOn({ headers }: HttpResult, name: string): string {
  return headers.vary === undefined ? name : `${headers.vary}, ${name}`;
}

function encodeBase64(result: HttpResult, bytes: Buffer): HttpResult {
  return {
    ...result,
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };
}
