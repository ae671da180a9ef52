import type { IncomingMessage } from 'node:http';
import { ApiError, TooLarge } from '../../../shared/platform/core/errors.ts';
import { utf8Length } from '../../../shared/platform/core/text-length.ts';
import type { HttpEvent } from '../../../shared/platform/http/event.ts';
import { QUOTAS } from '../quotas.ts';

const { requestHeadBytes, payloadBytes, eventBytes } = QUOTAS;

/** All paths of the service are far shorter, and no percent-encoded object key (1,024 bytes) exceeds it. */
const MAX_PATH_BYTES = 4096;
/** A character of the body has at most six bytes in JSON, so a body of this size fits without counting. */
const SURELY_FITS_BYTES = eventBytes.max / 6 - 64_000;

/** Node.js's own limit on the request line and headers: above API Gateway's, so that the gateway can answer 431 itself. */
export const MAX_READ_HEAD_BYTES = 65_536;

/** 414: the path is longer than that of any resource. */
class UriTooLong extends ApiError {
  constructor() {
    super(414, 'uri_too_long', `The path is over ${MAX_PATH_BYTES} bytes`);
  }
}

/** 431: the request line and headers exceed API Gateway's limit. */
export class HeadersTooLarge extends ApiError {
  constructor() {
    super(431, 'headers_too_large', `The request line and headers are over ${requestHeadBytes.max} bytes`);
  }
}

/** Checks path and headers before the body is read. @returns the refusal */
export function checkHead(request: IncomingMessage): ApiError | undefined {
  const { url = '/' } = request;
  if (headBytes(request) > requestHeadBytes.max) return new HeadersTooLarge();
  return (url.split('?')[0] ?? '').length > MAX_PATH_BYTES ? new UriTooLong() : undefined;
}

/** API Gateway counts the request line and the header values. Node.js reads both as one character per byte. */
function headBytes({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): number {
  const values = rawHeaders.filter((_text, index) => index % 2 === 1);
  return `${method} ${url} HTTP/${httpVersion}`.length + values.join('').length;
}

/** API Gateway accepts requests of 10 MB; Lambda accepts events of 6 MB, which contain the body as JSON string or base64. */
export function checkBody(body: Buffer | undefined, event: HttpEvent): ApiError | undefined {
  if (body === undefined) return new TooLarge(`The request is over ${payloadBytes.max / 1_000_000} MB`);
  if (body.length < SURELY_FITS_BYTES || utf8Length(JSON.stringify(event)) <= eventBytes.max)
    return undefined;
  return new TooLarge('The request is over 6 MB; larger files go through POST /api/1.3/uploads');
}

/**
 * Returns undefined when the body is too large. The rest is drained; otherwise the client would not read the response. Of a body over
 * `ceilingBytes`, which the function refuses by its length, only the beginning is kept.
 */
export async function readBody(
  request: IncomingMessage,
  ceilingBytes: number = payloadBytes.max,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (length <= ceilingBytes) chunks.push(chunk);
    length += chunk.length;
  }
  return length <= payloadBytes.max ? Buffer.concat(chunks) : undefined;
}
