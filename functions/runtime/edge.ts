import { environment } from '../../shared/platform/core/environment.ts';
import { Forbidden } from '../../shared/platform/core/errors.ts';
import { EDGE_HEADERS, readEdge } from '../../shared/platform/http/edge.ts';
import type { HttpEvent, HttpResult } from '../../shared/platform/http/event.ts';
import { renderError } from './render.ts';

/** Lets the functions behind it see the client and the host of a request through the edge. A locked API refuses all other requests. */
export function withEdge<Args extends unknown[]>(
  answer: (event: HttpEvent, ...args: Args) => Promise<HttpResult>,
): (event: HttpEvent, ...args: Args) => Promise<HttpResult> {
  return async (event, ...args) => {
    const read = readEdge(event);
    if (environment().EDGE_LOCK && !read.edge) return renderError(new EdgeOnly(), event);
    return await answer(read, ...args);
  };
}

class EdgeOnly extends Forbidden {
  constructor() {
    super('This address answers only requests that come through the edge; use the address of the site');
  }
}

/**
 * The address at which the readers' site calls the API, and the headers of its calls: always past the edge, whose older answers would add to the
 * age of a page, and with its secret where the API is locked.
 */
export function ownApi({ edge, requestContext }: HttpEvent): [api: string, headers: Record<string, string>] {
  const { EDGE_SECRET: secret, EDGE_LOCK: isLocked } = environment();
  const isNeeded = isLocked && secret !== undefined;
  return [
    `https://${edge?.apiHost ?? requestContext.domainName}`,
    isNeeded ? { [EDGE_HEADERS.secret]: secret } : {},
  ];
}
