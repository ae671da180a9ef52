import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip, entityTag, noneMatch } from '../../shared/http/answer.ts';
import { withPlainHeaders, type HttpEvent, type HttpResult } from '../../shared/http/event.ts';
import { PAGE_HEADERS } from '../../shared/http/pages.ts';

type Answering = (event: HttpEvent) => Promise<HttpResult>;

interface Answer {
  status: number;
  type: string;
  body: string;
  location?: string;
  isSecret?: true;
}

/** The readers' site (infra/pages/site). */
export interface Site {
  answer(path: string, query: URLSearchParams): Promise<Answer>;
}

const compress = promisify<string, Buffer>(gzip);

/**
 * Serves the readers' site outside `/api`, and passes all other requests to `others`. `load` runs at the first request for a page;
 * without a site, it returns undefined.
 */
export function withSite(
  load: (event: HttpEvent) => Site | undefined | Promise<Site | undefined>,
  others: Answering,
): Answering {
  let loading: ReturnType<typeof load>;
  return async event => {
    const { method, path } = event.requestContext.http;
    if (!/^(GET|HEAD)$/.test(method) || /^\/api(\/|$)/.test(path)) return await others(event);
    const site = await (loading ??= load(event));
    if (!site) return await others(event);
    const answer = await site.answer(path, new URLSearchParams(event.rawQueryString));
    const plain = withPlainHeaders(event);
    // Programs get the errors of the API.
    const isRefused = answer.status >= 400 && !plain.headers.accept?.includes('text/html');
    return isRefused ? await others(event) : await render(plain, answer);
  };
}

async function render(event: HttpEvent, answer: Answer): Promise<HttpResult> {
  const { status, type, body, location, isSecret = false } = answer;
  const { requestId, http } = event.requestContext;
  const headers = {
    ...PAGE_HEADERS.site,
    'content-type': `${type}; charset=utf-8`,
    'x-request-id': requestId,
    vary: 'accept, accept-encoding',
    ...((status >= 500 || isSecret) && { 'cache-control': 'no-store' }),
    ...(isSecret && { 'referrer-policy': 'no-referrer' }),
    ...(location !== undefined && { location }),
  };
  if (status !== 200 || http.method === 'HEAD')
    return { statusCode: status, headers, body: http.method === 'HEAD' ? '' : body, isBase64Encoded: false };
  const tagged = { ...headers, etag: entityTag(body) };
  if (noneMatch(event.headers['if-none-match'], tagged.etag))
    return { statusCode: 304, headers: tagged, body: '', isBase64Encoded: false };
  if (!acceptsGzip(event)) return { statusCode: 200, headers: tagged, body, isBase64Encoded: false };
  return {
    statusCode: 200,
    headers: { ...tagged, 'content-encoding': 'gzip' },
    body: (await compress(body)).toString('base64'),
    isBase64Encoded: true,
  };
}
