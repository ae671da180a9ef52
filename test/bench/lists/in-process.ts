import { routeList } from '../../../functions/routes/index.ts';
import { serve, type Serve } from '../../../functions/runtime/serve.ts';
import { createLambdaContext } from '../../../infra/aws-local/http-api/invocation.ts';
import { matcher } from '../../../functions/runtime/routing.ts';
import type { HttpEvent } from '../../../shared/platform/http/event.ts';
import { httpEvent } from '../../support/web/event.ts';

const TIMEOUT_S = 29;

/** Invokes the functions in this process with API Gateway's events, without HTTP. */
export class InProcess {
  readonly #key: string;
  readonly #match = matcher(routeList);
  readonly #handlers = new Map<string, Promise<Serve>>();

  constructor(key: string) {
    this.#key = key;
  }

  /** Loads the function. @returns a function that invokes it once, so that a measurement excludes the loading */
  async prepare(method: string, path: string, body?: object): Promise<() => ReturnType<Serve>> {
    const { pathname, search } = new URL(path, 'http://localhost');
    const found = this.#match(method, pathname);
    if (!found) throw new Error(`There is no ${method} ${pathname}`);
    const { route, parameters } = found;
    const handler = this.#handlers.get(route.name) ?? route.load().then(file => serve(route, file.default));
    this.#handlers.set(route.name, handler);
    const run = await handler;
    const headers = { 'x-svcauth': this.#key, 'content-type': 'application/json' };
    const event = (): HttpEvent =>
      httpEvent({
        method,
        path: pathname,
        query: search.slice(1),
        headers,
        parameters,
        ...(body && { body: JSON.stringify(body) }),
      });
    return () => run(event(), createLambdaContext('bench', TIMEOUT_S));
  }

  async send(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ body: unknown; next?: string | undefined }> {
    const result = await (await this.prepare(method, path, body))();
    if (result.statusCode !== 200) throw new Error(`${method} ${path}: ${result.statusCode} ${result.body}`);
    const text = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8').toString();
    return { body: JSON.parse(text) as unknown, next: nextIn(result.headers) };
  }
}

/** The path of a Link header's "next". */
function nextIn(headers: Record<string, string>): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
}
