import type { HttpEvent, HttpHandler, HttpResult } from '../../shared/platform/http/event.ts';
import type { Route } from './route.ts';
import { matcher, withoutSlash } from './routing.ts';

/** Runs the function of an endpoint. */
export type InvokeEndpoint = (name: string, event: HttpEvent) => Promise<HttpResult>;

/**
 * Answers a request whose path ends with one slash as the path without it, and passes all other requests to `next`. API Gateway has
 * no routes that end with a slash, so such requests arrive at `$default`.
 */
export function withTrailingSlash(
  routes: readonly (Pick<Route, 'method' | 'path'> & { name: string })[],
  invoke: InvokeEndpoint,
  next: HttpHandler,
): HttpHandler {
  const match = matcher(routes);
  return async event => {
    const { http } = event.requestContext;
    const path = withoutSlash(http.path);
    const found = path === undefined ? undefined : match(http.method, path);
    if (path === undefined || !found) return await next(event);
    const { route, parameters } = found;
    return await invoke(route.name, {
      ...event,
      routeKey: `${http.method} ${route.path}`,
      rawPath: path,
      pathParameters: parameters,
      requestContext: { ...event.requestContext, http: { ...http, path } },
    });
  };
}
