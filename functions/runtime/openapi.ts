import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip, entityTag, noneMatch } from '../../shared/http/answer.ts';
import { withPlainHeaders, type HttpEvent, type HttpResult } from '../../shared/http/event.ts';
import type { Route } from './route.ts';

type Answering = (event: HttpEvent) => Promise<HttpResult>;

/** The document's path. It has no row in the route table, because it needs no key and contains none of the site's data. */
export const OPENAPI: Pick<Route, 'method' | 'path'> = { method: 'GET', path: '/openapi.json' };

const AGE_S = 300;
const compress = promisify<string, Buffer>(gzip);

interface Prepared {
  text: string;
  tag: string;
  zipped: string;
}

async function prepare(text: string): Promise<Prepared> {
  return { text, tag: entityTag(text), zipped: (await compress(text)).toString('base64') };
}

/** Serves the OpenAPI document, which is read at its first request, and passes all other requests to `others`. */
export function withOpenApi(read: () => string | Promise<string>, others: Answering): Answering {
  let prepared: Prepared | undefined;
  return async event => {
    const { method, path } = event.requestContext.http;
    if (method !== OPENAPI.method || path !== OPENAPI.path) return await others(event);
    prepared ??= await prepare(await read());
    return render(withPlainHeaders(event), prepared);
  };
}

function render(event: HttpEvent, { text, tag, zipped }: Prepared): HttpResult {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': event.requestContext.requestId,
    'cache-control': `public, max-age=${AGE_S}`,
    // The gateway allows the requesting origin in the CORS headers of the answer.
    vary: 'accept-encoding, origin',
    etag: tag,
  };
  if (noneMatch(event.headers['if-none-match'], tag))
    return { statusCode: 304, headers, body: '', isBase64Encoded: false };
  if (!acceptsGzip(event)) return { statusCode: 200, headers, body: text, isBase64Encoded: false };
  return {
    statusCode: 200,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: zipped,
    isBase64Encoded: true,
  };
}
