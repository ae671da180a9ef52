import { Socket } from 'node:net';
import type { Server, ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../../shared/platform/core/errors.ts';
import { errorBody } from '../../../shared/platform/http/answer.ts';
import { PROTECTION } from '../../../shared/platform/http/protection.ts';
import { HeadersTooLarge, MAX_READ_HEAD_BYTES } from './limits.ts';

export interface ConnectionLimits {
  maxConnections: number;
  /** The time in which a request line and its headers arrive. */
  headMs: number;
  /** The time in which a whole request arrives. */
  requestMs: number;
}

/** A body of 10 MB takes 40 s at 2 Mbit/s. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 2000,
  headMs: 20_000,
  requestMs: 60_000,
};

/** Longer than a minute, for which load balancers and clients keep idle connections. Otherwise they would send requests on closed ones. */
const KEEP_ALIVE_MS = 75_000;
/** How late a slow request is noticed, in its time limits. */
const CHECKS_PER_LIMIT = 4;
/** How long a refused client may take to read the answer and close the connection. */
const LAST_WORDS_MS = 2000;

/** 408: the request did not arrive in time. Clients that send some bytes now and then would otherwise keep connections and bodies for ever. */
class RequestTimeout extends ApiError {
  constructor() {
    super(408, 'request_timeout', 'The request did not arrive in time');
  }
}

export function toServerOptions({ headMs, requestMs }: ConnectionLimits): ServerOptions {
  return {
    maxHeaderSize: MAX_READ_HEAD_BYTES,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(headMs, requestMs) / CHECKS_PER_LIMIT,
  };
}

/** Closes connections over the limit. The next ones get the room of those that are idle. */
export function limitConnections(server: Server, { maxConnections }: ConnectionLimits): void {
  server.maxConnections = maxConnections;
  server.on('drop', () => server.closeIdleConnections());
  server.on('clientError', answerUnreadable);
}

/** Answers requests that Node.js passes to no request listener, or whose body does not arrive. */
function answerUnreadable({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  const [status, error] = explain(code);
  const body = error ? JSON.stringify(errorBody(error)) : '';
  const headers = Object.entries({
    ...PROTECTION,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\n${headers.join('')}\r\n${body}`);
  else socket.destroy();
  if (socket instanceof Socket) socket.setTimeout(LAST_WORDS_MS, () => socket.destroy());
}

function explain(code: string | undefined): [status: string, error?: ApiError] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['431 Request Header Fields Too Large', new HeadersTooLarge()];
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? ['408 Request Timeout', new RequestTimeout()]
    : ['400 Bad Request'];
}
