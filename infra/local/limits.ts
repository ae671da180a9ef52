import type { IncomingMessage } from 'node:http';
import { ApiError, TooLarge } from '../../shared/core/errors.ts';
import { utf8Length } from '../../shared/core/size.ts';
import type { HttpEvent } from '../../shared/http/event.ts';
import { QUOTAS } from './quotas.ts';

const { requestHeadBytes, payloadBytes, eventBytes } = QUOTAS;

/** No path of the service comes near this, and no object's key (1,024 bytes) exceeds it when it is percent-encoded. */
const MAX_PATH_BYTES = 4096;
/** In JSON a character of the body takes at most six bytes. */
const SURELY_FITS_BYTES = eventBytes.max / 6 - 64_000;

/** What the gateway lets Node.js read of a request line and headers, so that it can refuse them in its own words. */
export const MAX_READ_HEAD_BYTES = 65_536;

/** 414: no resource of the service has a path of this length. */
class UriTooLong extends ApiError {
  constructor() {
    super(414, 'uri_too_long', `The path is over ${MAX_PATH_BYTES} bytes`);
  }
}

/** 431: more than API Gateway takes of a request line and headers. */
export class HeadersTooLarge extends ApiError {
  constructor() {
    super(431, 'headers_too_large', `The request line and headers are over ${requestHeadBytes.max} bytes`);
  }
}

/** Refuses a request by its path and headers, before its body is read. */
export function checkHead(request: IncomingMessage): ApiError | undefined {
  const { url = '/' } = request;
  if (headBytes(request) > requestHeadBytes.max) return new HeadersTooLarge();
  return (url.split('?')[0] ?? '').length > MAX_PATH_BYTES ? new UriTooLong() : undefined;
}

/** As API Gateway counts: the request line, and the values of the headers. Node.js reads both as one character per byte. */
function headBytes({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): number {
  const values = rawHeaders.filter((_text, index) => index % 2 === 1);
  return `${method} ${url} HTTP/${httpVersion}`.length + values.join('').length;
}

/** API Gateway takes 10 MB of a request; Lambda 6 MB of the event, in which the body is a JSON string or base64. */
export function checkBody(body: Buffer | undefined, event: HttpEvent): ApiError | undefined {
  if (body === undefined) return new TooLarge(`The request is over ${payloadBytes.max / 1_000_000} MB`);
  if (body.length < SURELY_FITS_BYTES || utf8Length(JSON.stringify(event)) <= eventBytes.max)
    return undefined;
  return new TooLarge('The request is over 6 MB; larger files go through POST /api/1.3/uploads');
}

/** undefined when the body is too large; the rest of it is read and dropped so that the answer gets through. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= payloadBytes.max) chunks.push(chunk);
  }
  return length <= payloadBytes.max ? Buffer.concat(chunks) : undefined;
}
