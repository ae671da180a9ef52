import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpEvent } from '../../../shared/platform/http/event.ts';

/** Content types whose body API Gateway passes as text. All other bodies, and text that is not UTF-8, are base64. */
const TEXT = /^(text\/|application\/(json|xml|javascript))/i;

/** Converts an HTTP request to API Gateway's event, payload format 2.0. */
export function toHttpEvent(
  request: IncomingMessage,
  body: Buffer,
  route: { key: string; parameters: Record<string, string> },
): HttpEvent {
  const [rawPath = '/', rawQueryString = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const path = decodePath(rawPath);
  const isText = TEXT.test(request.headers['content-type'] ?? '') && isUtf8(body);
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: path,
    rawQueryString,
    headers: toHeaders(request),
    ...toCookies(request),
    pathParameters: route.parameters,
    requestContext: {
      requestId: randomUUID(),
      http: { method: request.method ?? 'GET', path, sourceIp: request.socket.remoteAddress ?? '' },
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function toHeaders(request: IncomingMessage): Record<string, string> {
  const { cookie: _cookie, ...headers } = request.headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function toCookies({ headers: { cookie } }: IncomingMessage): Pick<HttpEvent, 'cookies'> {
  return cookie === undefined ? {} : { cookies: cookie.split(/; */) };
}

export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
