import type { IncomingMessage, RequestListener } from 'node:http';
import { Forbidden } from '../../shared/platform/core/errors.ts';
import { errorBody } from '../../shared/platform/http/answer.ts';
import { isLoopbackOrigin } from './host.ts';

/** The content types of AWS SDK clients. A page can't send them to another origin without a preflight, which is refused too. */
const SDK_TYPE = /^application\/(?:json|x-amz-json-1\.[01])\s*(?:;|$)/i;

/**
 * Which pages may call a stand-in: none, or those of this machine, whose forms upload files. The stand-ins' credentials are known to
 * everyone, so a signature does not show that a request is the service's.
 */
export type AllowedPages = 'none' | 'of this machine';

/**
 * Refuses requests that a web page may have made: a browser sends them to this machine from any page, and some without asking first. It
 * marks them with `Origin` or `Sec-Fetch-Site`; older ones leave the marks out of some, but can send only certain content types.
 */
export function refuseWebPages(listener: RequestListener, pages: AllowedPages): RequestListener {
  const body = JSON.stringify(errorBody(new Forbidden('Web pages can’t call the stand-ins of AWS')));
  const isRefused = pages === 'none' ? isFromPage : isFromForeignPage;
  return (request, response) => {
    if (!isRefused(request)) {
      listener(request, response);
      return;
    }
    request.resume();
    response.writeHead(403, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  };
}

function isFromPage({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined || (site !== undefined && site !== 'none')) return true;
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
  return hasBody && !SDK_TYPE.test(headers['content-type'] ?? '');
}

function isFromForeignPage({ headers }: IncomingMessage): boolean {
  if (headers.origin !== undefined) return !isLoopbackOrigin(headers.origin);
  return headers['sec-fetch-site'] === 'cross-site';
}
