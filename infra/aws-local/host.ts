import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { isIPv6 } from 'node:net';
import { ApiError } from '../../shared/platform/core/errors.ts';
import { errorBody } from '../../shared/platform/http/answer.ts';

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Whether a server that listens on this name or address is reached from this machine only. */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESS.test(address);
}

/** Whether a `Host` header names this machine itself: `localhost`, 127.0.0.0/8 or `[::1]`, with any port or none. */
function isLoopbackHost(host: string | undefined): boolean {
  return LOOPBACK_HOST.test(host ?? '');
}

/** Whether an `Origin` header names a page of this machine, on any port. */
export function isLoopbackOrigin(origin: string): boolean {
  const [, host] = /^https?:\/\/(.+)$/.exec(origin) ?? [];
  return isLoopbackHost(host);
}

/** 421: the request names another host, which only resolves to this machine. */
class MisdirectedRequest extends ApiError {
  constructor() {
    super(
      421,
      'misdirected_request',
      'The Host header must name this machine: localhost, 127.0.0.1 or [::1]',
    );
  }
}

/**
 * Refuses requests that name another host. With DNS rebinding, a hostile page's host name resolves to 127.0.0.1 after the page has
 * loaded, so that its scripts reach this server as their own origin. The `Host` header still has the hostile name.
 * `alias` is an additional host name that is accepted.
 */
export function restrictToLoopbackHosts(listener: RequestListener, alias?: string): RequestListener {
  const body = JSON.stringify(errorBody(new MisdirectedRequest()));
  return (request, response) => {
    const { host } = request.headers;
    if (isLoopbackHost(host) || (alias !== undefined && host?.replace(/:\d{1,5}$/, '') === alias))
      listener(request, response);
    else response.writeHead(421, { ...JSON_HEADERS, 'x-request-id': randomUUID() }).end(body);
  };
}

export function toOrigin(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
