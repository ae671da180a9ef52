import { MethodNotAllowed, NotFound } from '../../shared/platform/core/errors.ts';
import { isRead, type HttpEvent, type HttpResult } from '../../shared/platform/http/event.ts';
import type { Route } from './route.ts';
import { renderError } from './render.ts';
import { listMethods, withoutSlash } from './routing.ts';

type Pattern = Pick<Route, 'method' | 'path'>;

/** Answers requests without a route: 405 where the path exists with other methods, otherwise 404, in the shape of every other error. */
export function serveUnknown(patterns: readonly Pattern[]) {
  return (event: HttpEvent): Promise<HttpResult> => {
    const { path } = event.requestContext.http;
    // HEAD has the headers of GET, and content-length depends on this message.
    const method = isRead(event) ? 'GET' : event.requestContext.http.method;
    const plain = withoutSlash(path) ?? path;
    const allowed = patterns.filter(pattern => matches(pattern.path, plain)).flatMap(listMethods);
    if (allowed.length > 0 && isPreflight(event)) return Promise.resolve(allowPreflight(event));
    const error =
      allowed.length > 0
        ? new MethodNotAllowed(method, [...new Set(allowed)])
        : new NotFound(`There is nothing at ${method} ${path}`);
    return Promise.resolve(renderError(error, event));
  };
}

/** Whether this is a CORS preflight request. */
function isPreflight({ headers, requestContext: { http } }: HttpEvent): boolean {
  return (
    http.method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/**
 * Answers a preflight. It allows the request only with the headers that API Gateway adds where CORS is configured: API Gateway
 * leaves the answer itself to the route `$default`.
 */
function allowPreflight({ requestContext: { requestId } }: HttpEvent): HttpResult {
  return {
    statusCode: 204,
    headers: { 'x-request-id': requestId, 'cache-control': 'no-store' },
    body: '',
    isBase64Encoded: false,
  };
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
  );
}
