import { hash } from 'node:crypto';
import { TooLarge, type ApiError } from '../core/errors.ts';
import { ENCODINGS, type Encoding } from './encoding/encoding.ts';

export interface ErrorBody {
  status: { code: string; messages: readonly string[] };
  data: object | null;
}

export function errorBody(error: ApiError): ErrorBody {
  return {
    status: { code: error.code, messages: error.messages },
    data: error.data,
  };
}

export function answerTooLarge(): TooLarge {
  return new TooLarge(
    'The answer is over 6 MB: ask for fewer with limit, for less with include_fields, or accept gzip',
  );
}

/** An entity tag from the record's version, if any, and a hash of the body. */
export function entityTag(body: string | Buffer, version?: number): string {
  const digest = computeDigest(body);
  return version === undefined ? `"h${digest}"` : `"${version}-${digest}"`;
}

const DIGEST_CHARACTERS = 16;

function computeDigest(text: string | Buffer): string {
  return hash('sha1', text, 'base64url').slice(0, DIGEST_CHARACTERS);
}

/**
 * The tag of the content in a coding. Tags are strong, so each coding has its own (RFC 9110, 8.8.3.3). A weak one for all would be
 * refused in If-Match.
 */
export function encodedTag(tag: string, encoding: Encoding): string {
  if (encoding === undefined) return tag;
  const at = -1 - DIGEST_CHARACTERS;
  return `${tag.slice(0, at)}${computeDigest(`${tag}${encoding}`)}"`;
}

/** Whether `If-None-Match` has the content's tag in any coding: a client may change what it accepts. */
export function noneMatch(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const tags = [undefined, ...ENCODINGS].map(encoding => encodedTag(tag, encoding));
  return header.split(',').some(candidate => tags.includes(candidate.trim().replace(/^W\//, '')));
}
