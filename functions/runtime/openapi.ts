import { entityTag } from '../../shared/platform/http/answer.ts';
import { EncodedText } from '../../shared/platform/http/encoding/encoded-text.ts';
import {
  isRead,
  withPlainHeaders,
  type HttpEvent,
  type HttpHandler,
  type HttpResult,
} from '../../shared/platform/http/event.ts';
import { respond } from '../../shared/platform/http/respond.ts';
import type { Route } from './route.ts';
import { withoutSlash } from './routing.ts';

/** The document's path. It has no row in the route table, because it needs no key and contains none of the site's data. */
export const OPENAPI: Pick<Route, 'method' | 'path'> = { method: 'GET', path: '/openapi.json' };

const AGE_S = 300;

interface Prepared {
  tag: string;
  body: EncodedText;
}

/** Serves the OpenAPI document, which is read at its first request, and passes all other requests to `next`. */
export function withOpenApi(read: () => string | Promise<string>, next: HttpHandler): HttpHandler {
  let prepared: Prepared | undefined;
  return async event => {
    const { path } = event.requestContext.http;
    if (!isRead(event) || (withoutSlash(path) ?? path) !== OPENAPI.path) return await next(event);
    prepared ??= prepare(await read());
    return await render(withPlainHeaders(event), prepared);
  };
}

function prepare(text: string): Prepared {
  return { tag: entityTag(text), body: new EncodedText(text) };
}

async function render(event: HttpEvent, { tag, body }: Prepared): Promise<HttpResult> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': event.requestContext.requestId,
    'cache-control': `public, max-age=${AGE_S}`,
    // The gateway allows the requesting origin in the CORS headers of the answer.
    vary: 'accept-encoding, origin',
    etag: tag,
  };
  return await respond(event, { headers, body });
}
