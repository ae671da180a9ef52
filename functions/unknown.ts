import { MethodNotAllowed, NotFound } from '../shared/http/errors.ts';
import type { HttpEvent, HttpResult } from '../shared/http/event.ts';
import { renderError } from './serve.ts';
import type { Route } from './route.ts';

type Pattern = Pick<Route, 'method' | 'path'>;

/** What no route takes: 405 where the path exists with other methods, else 404, in the shape of every other error. */
export const serveUnknown =
  (patterns: readonly Pattern[]) =>
  (event: HttpEvent): Promise<HttpResult> => {
    const { method, path } = event.requestContext.http;
    const allowed = patterns.filter(pattern => matches(pattern.path, path)).map(pattern => pattern.method);
    const error =
      allowed.length > 0
        ? new MethodNotAllowed(method, [...new Set(allowed)])
        : new NotFound(`There is nothing at ${method} ${path}`);
    return Promise.resolve(renderError(error, event));
  };

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
  );
}
